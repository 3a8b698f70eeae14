// SPDX-License-Identifier: Apache-2.0
#include "core/onnx/tensor_file.h"
#include "tests/support/corpus.h"

#include <gtest/gtest.h>

namespace tw::onnx {
namespace {

using ir::DataType;
using ir::Shape;

// A version 1 file written out by hand after NumPy's format description.
Bytes npy(std::string_view dictionary, std::string_view values)
{
    std::string text = "\x93NUMPY";
    text += '\x01';
    text += '\0';
    text += static_cast<char>(dictionary.size());
    text += '\0';
    return Bytes::copyOf(cat(text, dictionary, values));
}

Result<ir::TensorData> readArray(std::string_view dictionary, std::string_view values)
{
    return readNpy(npy(dictionary, values));
}

TEST(Npy, ReadsLittleEndianRowMajorValues)
{
    const auto read = readArray("{'descr': '<i2', 'fortran_order': False, 'shape': (2, 1), }\n", {"\x01\x00\xff\xff", 4});
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->type, DataType::I16);
    EXPECT_EQ(read->shape, (Shape{2, 1}));
    EXPECT_EQ(ir::toIntegers(*read), (std::vector<std::int64_t>{1, -1}));
}

TEST(Npy, TurnsBigEndianAndColumnMajorValues)
{
    const auto read = readArray("{'descr': '>u2', 'fortran_order': True, 'shape': (2, 3), }\n",
                                {"\x00\x01\x00\x04\x00\x02\x00\x05\x00\x03\x00\x06", 12});
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(ir::toIntegers(*read), (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6}));
}

TEST(Npy, ReadsScalarsAndEmptyArrays)
{
    const auto scalar = readArray("{'descr': '|b1', 'fortran_order': False, 'shape': (), }\n", "\x01");
    ASSERT_TRUE(scalar);
    EXPECT_EQ(scalar->shape, Shape::scalar());
    const auto empty = readArray("{'descr': '<f4', 'fortran_order': False, 'shape': (0, 3), }\n", "");
    ASSERT_TRUE(empty);
    EXPECT_EQ(empty->elements(), 0);
}

TEST(Npy, RefusesWhatIsNoArrayOfNumbers)
{
    for (const std::string_view dictionary : {
             "{'descr': [('x', '<f4')], 'fortran_order': False, 'shape': (1,), }\n",
             "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }\n",
             "{'descr': '<U4', 'fortran_order': False, 'shape': (1,), }\n",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }\n",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775807, 4), }\n",
             "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }\n",
             "{'descr': '<f4'}\n", "{'descr':", ""}) {
        const auto read = readArray(dictionary, {"\0\0\0\0", 4});
        ASSERT_FALSE(read) << dictionary;
        EXPECT_EQ(read.error().code, Code::UnsupportedFormat);
    }
    EXPECT_FALSE(readNpy(Bytes::copyOf("\x93NUMPY")));
    EXPECT_FALSE(readNpy(Bytes::copyOf("hello, this is no array")));
}

TEST(Npy, WritesWhatNumPyWrites)
{
    const auto written = writeNpy(ir::makeTensor<float>(DataType::F32, {2}, {1.0f, -2.0f}));
    ASSERT_TRUE(written);
    // numpy.save of the same array: 128 bytes of header, then the values.
    const std::string dictionary = "{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }";
    EXPECT_EQ(written->size(), 128u + 8u);
    EXPECT_EQ(written->substr(8, 2), std::string("\x76\x00", 2));
    EXPECT_EQ(written->substr(10, dictionary.size()), dictionary);
    EXPECT_EQ((*written)[127], '\n');
    EXPECT_EQ(written->substr(128), std::string("\x00\x00\x80\x3f\x00\x00\x00\xc0", 8));
}

TEST(Npy, ReadsBackEveryTypeThatNumPyHas)
{
    for (const auto type : {DataType::F16, DataType::F32, DataType::F64, DataType::I8, DataType::I16, DataType::I32,
                            DataType::I64, DataType::U8, DataType::U16, DataType::U32, DataType::U64, DataType::Bool}) {
        const auto data = ir::fromIntegers(type, {1, 3}, std::vector<std::int64_t>{0, 1, 1});
        const auto written = writeNpy(data);
        ASSERT_TRUE(written) << ir::typeName(type);
        const auto read = readNpy(Bytes::copyOf(*written));
        ASSERT_TRUE(read) << read.error().text();
        EXPECT_EQ(read->type, type);
        EXPECT_EQ(read->shape, data.shape);
        EXPECT_EQ(ir::toIntegers(*read), (std::vector<std::int64_t>{0, 1, 1}));
    }
    const auto refused = writeNpy(ir::fromIntegers(DataType::BF16, {1}, std::vector<std::int64_t>{1}));
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::BadType);
}

TEST(Npz, KeepsNamesAndOrder)
{
    const auto folder = TemporaryFolder::create("tw-npz");
    ASSERT_TRUE(folder);
    const auto path = folder->path() / "a.npz";
    const std::vector<NamedTensor> tensors{{"z", ir::makeTensor<float>(DataType::F32, {1}, {1.5f})},
                                           {"a/b", ir::makeTensor<std::int8_t>(DataType::I8, {2}, {-1, 2})}};
    ASSERT_TRUE(writeNpz(path, tensors));
    const auto read = readNpz(path);
    ASSERT_TRUE(read) << read.error().text();
    ASSERT_EQ(read->size(), 2u);
    EXPECT_EQ((*read)[0].name, "z");
    EXPECT_EQ((*read)[1].name, "a/b");
    EXPECT_EQ(ir::toDoubles((*read)[0].data), std::vector<double>{1.5});
    EXPECT_EQ(ir::toIntegers((*read)[1].data), (std::vector<std::int64_t>{-1, 2}));
}

TEST(Npz, NoticesAFlippedByteAndATruncation)
{
    const auto bytes = npzBytes({{"x", ir::makeTensor<float>(DataType::F32, {2}, {1.0f, 2.0f})}});
    ASSERT_TRUE(bytes);
    const auto folder = TemporaryFolder::create("tw-npz");
    ASSERT_TRUE(folder);
    const auto path = folder->path() / "broken.npz";
    auto flipped = *bytes;
    flipped[30 + 5 + 128] ^= 1;   // local header, name, array header
    ASSERT_TRUE(writeFileAtomically(path, flipped));
    const auto read = readNpz(path);
    ASSERT_FALSE(read);
    EXPECT_NE(read.error().message.find("checksum"), std::string::npos) << read.error().text();
    ASSERT_TRUE(writeFileAtomically(path, bytes->substr(0, bytes->size() / 2)));
    EXPECT_FALSE(readNpz(path));
}

TEST(Npz, EveryArchiveOfTheCorpusReads)
{
    TW_NEED_CORPUS();
    const auto archives = testing::filesBelow(testing::corpusFolder(), ".npz");
    EXPECT_FALSE(archives.empty());
    for (const auto& path : archives) {
        const auto read = readNpz(path);
        EXPECT_TRUE(read) << read.error().text();
        const bool mayBeEmpty = path.filename() == "activations.npz";   // seven of them are archives of nothing
        EXPECT_TRUE(mayBeEmpty || (read && !read->empty())) << path;
    }
}

// test_cast_FLOAT_to_FLOAT16: both files hold the same numbers, in two types and two ways of storing them.
TEST(TensorPb, ReadsNodeTestDataOfTwoTypes)
{
    TW_NEED_NODE_TESTS();
    const auto folder = testing::nodeTestFolder() / "test_cast_FLOAT_to_FLOAT16" / "test_data_set_0";
    const auto inputs = readTestData(folder, "input");
    const auto outputs = readTestData(folder, "output");
    ASSERT_TRUE(inputs) << inputs.error().text();
    ASSERT_TRUE(outputs) << outputs.error().text();
    ASSERT_EQ(inputs->size(), 1u);
    ASSERT_EQ(outputs->size(), 1u);
    const auto& single = inputs->front().data;
    const auto& half = outputs->front().data;
    EXPECT_EQ(half.type, DataType::F16);
    EXPECT_EQ(single.shape, half.shape);
    EXPECT_EQ(ir::toDoubles(ir::fromDoubles(DataType::F16, single.shape, ir::toDoubles(single))), ir::toDoubles(half));
}

TEST(TensorPb, ReadsBackWhatItWrote)
{
    const auto folder = TemporaryFolder::create("tw-pb");
    ASSERT_TRUE(folder);
    const auto path = folder->path() / "input_0.pb";
    ASSERT_TRUE(writeFileAtomically(path, tensorPbBytes({"x", ir::makeTensor<std::int64_t>(DataType::I64, {2}, {-5, 7})})));
    const auto read = readTensors(path);
    ASSERT_TRUE(read) << read.error().text();
    EXPECT_EQ(read->front().name, "x");
    EXPECT_EQ(ir::toIntegers(read->front().data), (std::vector<std::int64_t>{-5, 7}));
}

TEST(ReadTensors, NamesTheExtensionsItKnows)
{
    const auto read = readTensors("values.csv");
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, Code::UnsupportedFormat);
    EXPECT_NE(read.error().message.find(".npz"), std::string::npos);
}

}  // namespace
}  // namespace tw::onnx
