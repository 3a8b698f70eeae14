// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/export.h"
#include "core/onnx/tensor_file.h"
#include "tests/generator/sample.h"

namespace tw::samples {
namespace {

Result<void> addFiles(const Sample& sample, std::map<std::string, std::string>& files)
{
    const std::string& name = sample.graph.name;
    const auto nameOf = [&](ir::TensorId id) { return sample.graph.tensor(id).name; };
    TW_TRY(files[name + ".onnx"], onnx::exportOnnx(sample.graph));
    TW_TRY(files[name + ".inputs.npz"], onnx::npzBytes({{nameOf(sample.graph.inputs.at(0)), sample.input}}));
    TW_TRY(files[name + ".outputs.npz"], onnx::npzBytes({{nameOf(sample.graph.outputs.at(0)), sample.output}}));
    return {};
}

}  // namespace

Result<std::map<std::string, std::string>> sampleFiles()
{
    std::map<std::string, std::string> files;
    for (const auto make : {keywordSpotter, integerResnet, floatResnet}) {
        TW_TRY(const auto sample, make());
        TW_TRY_VOID(addFiles(sample, files));
    }
    return files;
}

}  // namespace tw::samples
