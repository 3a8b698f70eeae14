// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/run_files.h"

#include "core/base/text.h"

namespace tw::deploy {

Error toolError(std::string_view what, const Finished& finished)
{
    return {.code = Code::ToolFailed, .message = cat(what, " failed with exit code ", finished.exitCode, ":\n", finished.output)};
}

std::string concatenated(const std::vector<ir::TensorData>& tensors)
{
    std::string all;
    for (const auto& tensor : tensors)
        all.append(reinterpret_cast<const char*>(tensor.bytes.view.data()), tensor.bytes.size());
    return all;
}

Result<std::vector<ir::TensorData>> readOutputs(const std::filesystem::path& file, const ir::Graph& graph)
{
    TW_TRY(const auto bytes, mapFile(file));
    std::vector<ir::TensorData> outputs;
    std::size_t offset = 0;
    for (const auto id : graph.outputs) {
        const auto& tensor = graph.tensor(id);
        const auto length = static_cast<std::size_t>(ir::byteCount(tensor.type, tensor.shape.elements().value()));
        if (offset + length > bytes.size())
            return Error{.code = Code::ToolFailed, .message = "the program wrote too few bytes"};
        outputs.push_back({tensor.type, tensor.shape, bytes.slice(offset, length)});
        offset += length;
    }
    return outputs;
}

}  // namespace tw::deploy
