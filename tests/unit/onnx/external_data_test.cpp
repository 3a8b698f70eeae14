// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/onnx/model_builder.h"

#include <gtest/gtest.h>

#include <sys/stat.h>

namespace tw::onnx {
namespace {

namespace fs = std::filesystem;
using Type = ::onnx::TensorProto;

/// home/ is where the model is, with home/data.bin (8 bytes); secret.bin lies outside.
class ExternalData : public ::testing::Test {
protected:
    void SetUp() override
    {
        ASSERT_TRUE(scratch_);
        fs::create_directory(home_);
        ASSERT_TRUE(writeFileAtomically(home_ / "data.bin", "abcdefgh"));
        ASSERT_TRUE(writeFileAtomically(scratch_->path() / "secret.bin", "topsecret"));
    }

    /// A model with u8[size] "w" at the place that `entries` name.
    Result<Imported> open(std::int64_t size, const std::vector<std::pair<std::string, std::string>>& entries) const
    {
        auto model = reluModel();
        auto& tensor = addInitializer(*model.mutable_graph(), "w", Type::UINT8, {size});
        tensor.set_data_location(Type::EXTERNAL);
        for (const auto& [key, value] : entries) {
            auto* entry = tensor.add_external_data();
            entry->set_key(key);
            entry->set_value(value);
        }
        return importModel(model, home_);
    }

    void expectRefused(std::int64_t size, const std::vector<std::pair<std::string, std::string>>& entries) const
    {
        const auto imported = open(size, entries);
        ASSERT_FALSE(imported) << entries.front().second;
        EXPECT_EQ(imported.error().code, Code::ExternalDataRefused) << imported.error().text();
    }

    Result<TemporaryFolder> scratch_ = TemporaryFolder::create("tw-external");
    fs::path home_ = scratch_->path() / "home";
};

std::string textOf(const Imported& imported)
{
    const auto bytes = findTensor(imported.graph, "w")->constant.value().bytes;
    return {reinterpret_cast<const char*>(bytes.view.data()), bytes.size()};
}

TEST_F(ExternalData, ReadsTheNamedRange)
{
    const auto part = open(3, {{"location", "data.bin"}, {"offset", "2"}, {"length", "3"}, {"checksum", "ignored"}});
    ASSERT_TRUE(part) << part.error().text();
    EXPECT_EQ(textOf(*part), "cde");
    const auto rest = open(6, {{"location", "data.bin"}, {"offset", "2"}});
    ASSERT_TRUE(rest) << rest.error().text();
    EXPECT_EQ(textOf(*rest), "cdefgh");
}

TEST_F(ExternalData, FollowsALinkThatStaysInside)
{
    fs::create_directory(home_ / "sub");
    fs::create_symlink("../data.bin", home_ / "sub" / "link.bin");
    const auto imported = open(8, {{"location", "sub/link.bin"}});
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(textOf(*imported), "abcdefgh");
}

TEST_F(ExternalData, RefusesPathsOutOfTheFolder)
{
    expectRefused(9, {{"location", "../secret.bin"}});
    expectRefused(9, {{"location", "sub/../../secret.bin"}});
    expectRefused(9, {{"location", (scratch_->path() / "secret.bin").string()}});
    expectRefused(9, {{"location", "/dev/zero"}});
    expectRefused(9, {{"location", ""}});
    expectRefused(9, {{"offset", "0"}});
    expectRefused(8, {{"location", std::string("data.bin\0.txt", 13)}});
}

TEST_F(ExternalData, RefusesLinksOutOfTheFolder)
{
    fs::create_symlink("../secret.bin", home_ / "link.bin");
    expectRefused(9, {{"location", "link.bin"}});
    fs::create_directory_symlink("..", home_ / "up");
    expectRefused(9, {{"location", "up/secret.bin"}});
}

TEST_F(ExternalData, RefusesWhatIsNoRegularFile)
{
    expectRefused(9, {{"location", "."}});
    ASSERT_EQ(::mkfifo((home_ / "pipe").c_str(), 0600), 0);
    expectRefused(9, {{"location", "pipe"}});
}

TEST_F(ExternalData, RefusesRangesBeyondTheFile)
{
    expectRefused(4, {{"location", "data.bin"}, {"offset", "6"}, {"length", "4"}});
    expectRefused(4, {{"location", "data.bin"}, {"offset", "9"}});
    expectRefused(4, {{"location", "data.bin"}, {"offset", "18446744073709551615"}, {"length", "4"}});
    expectRefused(4, {{"location", "data.bin"}, {"offset", "-1"}});
    expectRefused(4, {{"location", "data.bin"}, {"length", "many"}});
}

TEST_F(ExternalData, AMissingFileLeavesTheTensorWithoutValues)
{
    const auto imported = open(8, {{"location", "weights/not_there.bin"}});
    ASSERT_TRUE(imported) << imported.error().text();
    const auto* tensor = findTensor(imported->graph, "w");
    EXPECT_FALSE(tensor->constant);
    EXPECT_EQ(tensor->type, ir::DataType::U8);
    EXPECT_EQ(tensor->shape, ir::Shape{8});
    ASSERT_EQ(imported->diagnostics.size(), 1u);
    EXPECT_EQ(imported->diagnostics[0].severity, Severity::Error);
    EXPECT_EQ(imported->diagnostics[0].error.code, Code::ExternalDataMissing);
    EXPECT_NE(imported->diagnostics[0].error.text().find("not_there.bin"), std::string::npos);
}

TEST_F(ExternalData, ASizeThatDoesNotFitTheShapeIsABadConstant)
{
    const auto imported = open(5, {{"location", "data.bin"}});
    ASSERT_FALSE(imported);
    EXPECT_EQ(imported.error().code, Code::BadConstant);
}

}  // namespace
}  // namespace tw::onnx
