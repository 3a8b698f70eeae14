// SPDX-License-Identifier: Apache-2.0
// TensorProto to TensorData and back. Knows the places values can be in: the typed fields, raw data, the mapped
// model file (see skim.h), and files beside the model.
#pragma once

#include "core/base/diagnostic.h"
#include "core/ir/tensor_data.h"
#include "core/onnx/protobuf.h"

#include <filesystem>
#include <map>
#include <optional>

namespace tw::onnx {

/// Where the bytes of a model's tensors are. External files are looked up beside the model, as the user named it.
class TensorSource {
public:
    TensorSource(Bytes file, std::filesystem::path folder) : file_(std::move(file)), folder_(std::move(folder)) {}

    /// nullopt with a diagnostic when the values are not to be had: an external file that is not there, an element
    /// type from the future. Fails with BadConstant for values that contradict their type and shape, and with
    /// ExternalDataRefused for a place outside the model's folder or beyond the end of the file.
    Result<std::optional<ir::TensorData>> read(const ::onnx::TensorProto& proto, Diagnostics& diagnostics);
    /// The same as a dense tensor; nullopt when that would be too large.
    Result<std::optional<ir::TensorData>> read(const ::onnx::SparseTensorProto& proto, Diagnostics& diagnostics);

    /// Puts the bytes that skim() left in the file back into the proto.
    void restore(::onnx::TensorProto& proto) const;

private:
    Result<std::optional<Bytes>> external(const ::onnx::TensorProto& proto, Diagnostics& diagnostics);
    Result<Bytes> mapBeside(const std::string& location);
    Result<std::optional<Bytes>> rawBytes(const ::onnx::TensorProto& proto, Diagnostics& diagnostics);

    Bytes file_;
    std::filesystem::path folder_;
    std::map<std::string, Bytes> mapped_ = {};
};

/// Undefined for numbers this program does not know.
ir::DataType elementType(int onnxType);
/// "f32", or "element type 24" for one that is not known.
std::string elementTypeText(int onnxType);

/// Values as raw data. `name` may be empty.
::onnx::TensorProto toProto(const std::string& name, const ir::TensorData& data);

}  // namespace tw::onnx
