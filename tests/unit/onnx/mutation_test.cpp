// SPDX-License-Identifier: Apache-2.0
// Damaged files give an Error or a checked graph, never a crash: flipped, inserted, removed and cut-off bytes.
#include "core/onnx/export.h"
#include "core/onnx/foreign_inference.h"
#include "core/onnx/tensor_file.h"
#include "tests/support/corpus.h"
#include "tests/unit/onnx/model_builder.h"

#include <fstream>
#include <iostream>
#include <random>

namespace tw::onnx {
namespace {

constexpr unsigned kSeed = 20240517;
constexpr std::size_t kLargestModel = 20000;

class Mutator {
public:
    Mutator() : random_(kSeed) { std::cout << "seed " << kSeed << '\n'; }

    std::string damaged(std::string bytes)
    {
        const auto changes = below(4) + 1;
        for (std::size_t i = 0; i < changes && !bytes.empty(); ++i) {
            const auto at = below(bytes.size());
            switch (below(5)) {
            case 0: bytes[at] = static_cast<char>(bytes[at] ^ (1 << below(8))); break;
            case 1: bytes[at] = static_cast<char>(below(256)); break;
            case 2: bytes.insert(at, 1, static_cast<char>(below(256))); break;
            case 3: bytes.erase(at, below(8) + 1); break;
            default: bytes.insert(at, bytes.substr(below(bytes.size()), below(32))); break;
            }
        }
        if (below(4) == 0)
            bytes.resize(below(bytes.size() + 1));
        return bytes;
    }

private:
    std::size_t below(std::size_t end) { return std::uniform_int_distribution<std::size_t>(0, end - 1)(random_); }

    std::mt19937 random_;
};

std::vector<std::string> smallModels(const std::filesystem::path& folder, std::size_t step)
{
    std::vector<std::string> models;
    const auto files = testing::filesBelow(folder, ".onnx");
    for (std::size_t i = 0; i < files.size(); i += step)
        if (std::filesystem::file_size(files[i]) < kLargestModel)
            models.push_back(readTextFile(files[i]).value());
    return models;
}

void expectErrorOrCheckedGraph(const std::string& bytes)
{
    const auto imported = importBytes(bytes);
    if (!imported) {
        EXPECT_FALSE(imported.error().message.empty());
        return;
    }
    for (const auto& diagnostic : imported->diagnostics)
        if (diagnostic.error.code == Code::BadType || diagnostic.severity == Severity::Error)
            return;   // a tensor without values, which checkGraph rightly misses
    for (const auto& node : imported->graph.nodes)
        for (const auto& [name, value] : node.attributes)
            EXPECT_FALSE(ir::attributeText(value).empty() && name.empty());
    EXPECT_TRUE(ir::checkGraph(imported->graph)) << ir::checkGraph(imported->graph).error().text();
    const auto again = exportOnnx(imported->graph);
    ASSERT_TRUE(again) << again.error().text();
    EXPECT_TRUE(importBytes(*again));
}

void inferAllForeign(const std::string& bytes)
{
    auto imported = importBytes(bytes);
    for (std::size_t node = 0; imported && node < imported->graph.nodes.size(); ++node)
        inferForeign(imported->graph, node);
}

TEST(Mutation, ModelsOfTheCorpus)
{
    TW_NEED_CORPUS();
    constexpr int kRounds = 60;
    Mutator mutator;
    for (const auto& model : smallModels(testing::corpusFolder(), 9))
        for (int round = 0; round < kRounds; ++round)
            expectErrorOrCheckedGraph(mutator.damaged(model));
}

TEST(Mutation, EveryTruncationOfASmallModel)
{
    const auto bytes = reluModel().SerializeAsString();
    for (std::size_t length = 0; length < bytes.size(); ++length)
        expectErrorOrCheckedGraph(bytes.substr(0, length));
}

TEST(Mutation, ForeignInferenceOnDamagedNodes)
{
    TW_NEED_NODE_TESTS();
    constexpr int kRounds = 10;
    Mutator mutator;
    for (const auto& model : smallModels(testing::nodeTestFolder(), 7))
        for (int round = 0; round < kRounds; ++round)
            inferAllForeign(mutator.damaged(model));
}

TEST(Mutation, TensorFiles)
{
    const auto data = ir::makeTensor<float>(ir::DataType::F32, {2, 10}, std::vector<float>(20, 1.5f));
    const auto folder = TemporaryFolder::create("tw-mutation");
    ASSERT_TRUE(folder);
    constexpr int kRounds = 400;
    Mutator mutator;
    const std::map<std::string, std::string> files{{"a.npy", writeNpy(data).value()},
                                                   {"a.npz", npzBytes({{"x", data}, {"y", data}}).value()},
                                                   {"a.pb", tensorPbBytes({"x", data})}};
    for (const auto& [name, bytes] : files)
        for (int round = 0; round < kRounds; ++round) {
            std::ofstream(folder->path() / name, std::ios::binary) << mutator.damaged(bytes);
            const auto read = readTensors(folder->path() / name);
            EXPECT_TRUE(read || !read.error().message.empty());
        }
}

}  // namespace
}  // namespace tw::onnx
