// SPDX-License-Identifier: Apache-2.0
// GraphProto to ir::Graph, with its bodies and names.
#pragma once

#include "core/base/progress.h"
#include "core/onnx/import.h"
#include "core/onnx/tensor_proto.h"

#include <unordered_map>
#include <unordered_set>

namespace tw::onnx {

/// What all graphs of one file share.
struct ImportContext {
    TensorSource& source;
    Diagnostics& diagnostics;
    Progress& progress;
    std::map<std::string, int> opsets = {};
};

/// The empty string for "ai.onnx".
std::string normalDomain(const std::string& domain);

/// Imports one graph. A body is given the importer of the graph around it, where it finds the names it captures.
/// Depth is limited by the parser, which accepts 100 nested messages.
class GraphImporter {
public:
    explicit GraphImporter(ImportContext& context, GraphImporter* outer = nullptr) : context_(context), outer_(outer) {}

    Result<ir::Graph> run(const ::onnx::GraphProto& proto);
    const std::vector<ConstantNode>& constantNodes() const { return constantNodes_; }

private:
    Result<void> declareInitializers(const ::onnx::GraphProto& proto);
    Result<void> declareInitializer(const std::string& name, const ::onnx::TensorProto& type, std::optional<ir::TensorData> data);
    Result<void> declareInputs(const ::onnx::GraphProto& proto);
    Result<void> declareNodeOutputs(const ::onnx::GraphProto& proto);
    Result<bool> declareConstantNode(const ::onnx::NodeProto& proto);
    void applyTypes(const ::onnx::GraphProto& proto);
    void nameNodes(const ::onnx::GraphProto& proto);
    Result<void> addNodes(const ::onnx::GraphProto& proto);
    Result<void> addNode(const ::onnx::NodeProto& proto, const std::string& name);
    Result<void> addOutputs(const ::onnx::GraphProto& proto);
    Result<ir::Attribute> attribute(const ::onnx::AttributeProto& proto);
    Result<ir::Attribute> tensorAttribute(const ::onnx::AttributeProto& proto);
    Result<ir::Attribute> tensorsAttribute(const ::onnx::AttributeProto& proto);
    Result<ir::GraphPointer> body(const ::onnx::GraphProto& proto);
    ir::Attribute opaque(const char* kind, const ::onnx::AttributeProto& proto) const;

    ir::TensorId declare(const std::string& name);
    /// Here, or in a graph around this one, which makes it a capture.
    std::optional<ir::TensorId> resolve(const std::string& name);
    bool isInitializer(ir::TensorId id) const { return id.value < initializers_; }
    void warn(std::string message);

    ImportContext& context_;
    GraphImporter* outer_;
    ir::Graph graph_ = {};
    std::unordered_map<std::string, ir::TensorId> byName_ = {};
    std::int32_t initializers_ = 0;                     // the first tensors
    std::unordered_set<int> constantPositions_ = {};   // nodes that became constants
    std::vector<std::string> nodeNames_ = {};
    std::vector<ConstantNode> constantNodes_ = {};
};

}  // namespace tw::onnx
