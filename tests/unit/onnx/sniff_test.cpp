// SPDX-License-Identifier: Apache-2.0
// A file that is no model is told apart in one sentence.
#include "tests/unit/onnx/model_builder.h"

#include <gtest/gtest.h>

namespace tw::onnx {
namespace {

Error refusal(const std::string& bytes)
{
    const auto imported = importBytes(bytes);
    EXPECT_FALSE(imported);
    return imported ? Error{} : imported.error();
}

void expectSentence(const std::string& bytes, const std::string& words)
{
    const auto error = refusal(bytes);
    EXPECT_EQ(error.code, Code::NotOnnx);
    EXPECT_NE(error.message.find(words), std::string::npos) << error.text();
    EXPECT_EQ(error.message.find('\n'), std::string::npos);
    EXPECT_FALSE(error.hint.empty());
}

TEST(NotAModel, SaysWhatTheFileIs)
{
    expectSentence("", "empty");
    expectSentence("version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", "Git LFS");
    expectSentence("<!DOCTYPE html>\n<html><body>404</body></html>", "web page");
    expectSentence("\n  <html lang=\"en\">", "web page");
    expectSentence("import torch\nprint('hello')\n", "text file");
    expectSentence("{\"nodes\": []}\n", "text file");
    expectSentence(std::string("PK\x03\x04\x14\0\0\0", 8), "zip");
    expectSentence("\x1f\x8b\x08 something", "gzip");
    expectSentence(std::string("\x1c\0\0\0TFL3\0\0", 10), "TensorFlow Lite");
    expectSentence("\x89HDF\r\n\x1a\n", "HDF5");
    expectSentence("\x93NUMPY\x01", "NumPy");
    expectSentence("\x7f" "ELF\x02", "program");
}

TEST(NotAModel, CallsOtherBinariesByNoName)
{
    const auto error = refusal(std::string("\xff\xfe\xfd\x00\x01\x02", 6));
    EXPECT_EQ(error.code, Code::NotOnnx);
    EXPECT_EQ(error.message, "this is not an ONNX model");
    EXPECT_EQ(error.place.byteOffset, 0);
}

TEST(NotAModel, SaysWhereATruncatedFileEnds)
{
    const auto whole = reluModel().SerializeAsString();
    const auto error = refusal(whole.substr(0, whole.size() - 9));
    EXPECT_EQ(error.code, Code::TruncatedFile);
    EXPECT_NE(error.message.find(std::to_string(whole.size() - 9)), std::string::npos) << error.text();
    EXPECT_GT(error.place.byteOffset, 0);
    EXPECT_FALSE(error.hint.empty());
}

TEST(NotAModel, SaysWhereADamagedFileBreaks)
{
    auto bytes = reluModel().SerializeAsString();
    const auto at = bytes.find("Relu") - 2;   // the tag of NodeProto.op_type
    bytes[at] = '\x07';                        // wire type 7 does not exist
    const auto error = refusal(bytes);
    EXPECT_EQ(error.code, Code::NotOnnx);
    EXPECT_NE(error.message.find("damaged"), std::string::npos) << error.text();
    EXPECT_EQ(error.place.byteOffset, static_cast<std::int64_t>(at));
}

TEST(NotAModel, SaysThatAWellFormedFileHasNoGraph)
{
    ::onnx::TensorProto tensor;
    tensor.set_data_type(::onnx::TensorProto::FLOAT);
    tensor.add_dims(1);
    tensor.set_raw_data("abcd");
    const auto single = refusal(tensor.SerializeAsString());
    EXPECT_EQ(single.code, Code::NotOnnx);
    EXPECT_NE(single.message.find("no ONNX graph"), std::string::npos) << single.text();
    ::onnx::ModelProto empty;
    empty.set_ir_version(8);
    EXPECT_NE(refusal(empty.SerializeAsString()).message.find("no ONNX graph"), std::string::npos);
}

}  // namespace
}  // namespace tw::onnx
