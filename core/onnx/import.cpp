// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/import.h"

#include "core/base/text.h"
#include "core/onnx/import_graph.h"
#include "core/onnx/skim.h"
#include "core/onnx/sniff.h"

#include <algorithm>
#include <limits>

namespace tw::onnx {
namespace {

Result<::onnx::ModelProto> parseModel(const Bytes& file)
{
    TW_TRY_VOID(checkNotForeign(file.view));
    const auto slim = skim(file.view, Root::Model);
    if (!slim)
        return explainBroken(file.view, slim.error());
    if (slim->size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
        return Error{.code = Code::UnsupportedFormat, .message = "the model holds more than 2 GiB besides its weights",
                     .hint = "store large tensors as raw data"};
    ::onnx::ModelProto model;
    if (!model.ParseFromArray(slim->data(), static_cast<int>(slim->size())))
        return explainBroken(file.view, {.code = Code::NotOnnx, .message = "a message inside it cannot be parsed"});
    if (!model.has_graph())
        return Error{.code = Code::NotOnnx, .message = "the file is well formed but holds no ONNX graph",
                     .hint = "open a .onnx model; a single tensor (.pb) is not one"};
    return model;
}

/// Repeated imports of one domain: the highest version counts.
template <class Imports>
void mergeOpsets(const Imports& imports, std::map<std::string, int>& opsets)
{
    for (const auto& import : imports) {
        const auto bounded = std::clamp<std::int64_t>(import.version(), 1, std::numeric_limits<int>::max());
        auto& version = opsets[normalDomain(import.domain())];
        version = std::max(version, static_cast<int>(bounded));
    }
}

::onnx::GraphProto bodyOf(const ::onnx::FunctionProto& function)
{
    ::onnx::GraphProto graph;
    graph.set_name(function.name());
    graph.set_doc_string(function.doc_string());
    *graph.mutable_node() = function.node();
    for (const auto& input : function.input())
        graph.add_input()->set_name(input);
    for (const auto& output : function.output())
        graph.add_output()->set_name(output);
    return graph;
}

Result<std::vector<ir::Function>> importFunctions(const ::onnx::ModelProto& model, const ImportContext& shared)
{
    std::vector<ir::Function> functions;
    for (const auto& proto : model.functions()) {
        ImportContext context = shared;
        mergeOpsets(proto.opset_import(), context.opsets);
        auto body = GraphImporter(context).run(bodyOf(proto));
        if (!body)
            return Error{.code = body.error().code, .message = cat("function ", proto.name(), ": ", body.error().message),
                         .hint = body.error().hint, .place = body.error().place};
        functions.push_back({.domain = normalDomain(proto.domain()), .name = proto.name(),
                             .attributes = {proto.attribute().begin(), proto.attribute().end()},
                             .body = std::make_shared<const ir::Graph>(*std::move(body))});
    }
    return functions;
}

void noteOddities(const ::onnx::ModelProto& model, Imported& imported)
{
    const auto note = [&](Code code, std::string message) {
        imported.diagnostics.push_back({Severity::Info, {.code = code, .message = std::move(message)}});
    };
    if (model.opset_import_size() == 0)
        note(Code::UnsupportedVersion, "the file states no operator set version; version 1 is assumed");
    if (model.training_info_size() > 0)
        note(Code::UnsupportedFormat, "the training part of the file is ignored");
}

void countInitializers(const ::onnx::GraphProto& proto, Imported& imported)
{
    std::unordered_set<std::string> fromNodes;
    for (const auto& node : imported.constantNodes)
        fromNodes.insert(node.tensor);
    for (const auto& tensor : imported.graph.tensors)
        if (tensor.constant && !fromNodes.contains(tensor.name))
            imported.initializerBytes += static_cast<std::int64_t>(tensor.constant->bytes.size());
    imported.initializerCount = proto.initializer_size() + proto.sparse_initializer_size();
}

}  // namespace

Result<Imported> importOnnx(const Bytes& file, const std::filesystem::path& folder, Progress& progress)
{
    progress.report(0, "reading the model");
    TW_TRY(const auto model, parseModel(file));
    Imported imported{.irVersion = model.ir_version(), .modelVersion = model.model_version(), .domain = model.domain()};
    imported.producer = std::string(trim(cat(model.producer_name(), " ", model.producer_version())));
    noteOddities(model, imported);
    TensorSource source(file, folder);
    ImportContext context{.source = source, .diagnostics = imported.diagnostics, .progress = progress};
    mergeOpsets(model.opset_import(), context.opsets);
    progress.report(0.5, "connecting the graph");
    GraphImporter importer(context);
    TW_TRY(imported.graph, importer.run(model.graph()));
    TW_TRY(imported.graph.functions, importFunctions(model, context));
    imported.constantNodes = importer.constantNodes();
    countInitializers(model.graph(), imported);
    for (const auto& entry : model.metadata_props())
        imported.graph.metadata.insert_or_assign(entry.key(), entry.value());
    if (imported.graph.doc.empty())
        imported.graph.doc = model.doc_string();
    return imported;
}

Result<Imported> importOnnx(const std::filesystem::path& path, Progress& progress)
{
    TW_TRY(const auto file, mapFile(path));
    auto imported = importOnnx(file, path.parent_path(), progress);
    if (!imported)
        return imported.error().at({.file = path.string()});
    return imported;
}

}  // namespace tw::onnx
