// SPDX-License-Identifier: Apache-2.0
// Tensors outside of models: NumPy's .npy and .npz, ONNX's .pb. Used for inputs, expected values and test vectors.
#pragma once

#include "core/ir/tensor_data.h"

#include <filesystem>

namespace tw::onnx {

struct NamedTensor {
    std::string name;      // of a .npy: empty
    ir::TensorData data;
};

/// C order whatever the file has; big-endian files are turned. Fails with UnsupportedFormat for objects, strings
/// and records.
Result<ir::TensorData> readNpy(const Bytes& file);
/// BadType for element types that NumPy does not have (bfloat16, 8-bit floats, 4-bit types, strings).
Result<std::string> writeNpy(const ir::TensorData& data);

/// The arrays in archive order, named without ".npy"; other members are left out.
Result<std::vector<NamedTensor>> readNpz(const std::filesystem::path& path);
Result<std::string> npzBytes(const std::vector<NamedTensor>& tensors);
Result<void> writeNpz(const std::filesystem::path& path, const std::vector<NamedTensor>& tensors);

/// A serialized TensorProto.
Result<NamedTensor> readTensorPb(const std::filesystem::path& path);
std::string tensorPbBytes(const NamedTensor& tensor);

/// `<prefix>_0.pb`, `<prefix>_1.pb`, ... of a folder with ONNX test data, until one is missing.
Result<std::vector<NamedTensor>> readTestData(const std::filesystem::path& folder, std::string_view prefix);

/// By extension: .npz, .npy (one tensor) or .pb (one tensor).
Result<std::vector<NamedTensor>> readTensors(const std::filesystem::path& path);

}  // namespace tw::onnx
