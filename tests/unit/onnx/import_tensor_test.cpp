// SPDX-License-Identifier: Apache-2.0
// Values of initialisers, attributes and Constant nodes in every form the format allows.
#include "tests/unit/onnx/model_builder.h"

#include "core/base/text.h"

#include <gtest/gtest.h>

#include <cstring>

namespace tw::onnx {
namespace {

using Type = ::onnx::TensorProto;
using ir::DataType;
using ir::Shape;

/// A model with the one initialiser "w", filled by `fill`.
Result<Imported> withInitializer(int type, const std::vector<std::int64_t>& dims, const std::function<void(Type&)>& fill)
{
    auto model = reluModel();
    fill(addInitializer(*model.mutable_graph(), "w", type, dims));
    return importModel(model);
}

ir::TensorData valueOf(int type, const std::vector<std::int64_t>& dims, const std::function<void(Type&)>& fill)
{
    const auto imported = withInitializer(type, dims, fill);
    EXPECT_TRUE(imported) << imported.error().text();
    const auto* tensor = imported ? findTensor(imported->graph, "w") : nullptr;
    return tensor && tensor->constant ? *tensor->constant : ir::TensorData{};
}

TEST(ImportTensor, ReadsTypedFields)
{
    using Integers = std::vector<std::int64_t>;
    using Reals = std::vector<double>;
    const auto floats = valueOf(Type::FLOAT, {2}, [](Type& t) { t.add_float_data(1.5f), t.add_float_data(-2.0f); });
    EXPECT_EQ(ir::toDoubles(floats), (Reals{1.5, -2.0}));
    const auto doubles = valueOf(Type::DOUBLE, {1}, [](Type& t) { t.add_double_data(0.1); });
    EXPECT_EQ(ir::toDoubles(doubles), Reals{0.1});
    const auto bytes = valueOf(Type::INT8, {2}, [](Type& t) { t.add_int32_data(-128), t.add_int32_data(127); });
    EXPECT_EQ(ir::toIntegers(bytes), (Integers{-128, 127}));
    const auto shorts = valueOf(Type::UINT16, {1}, [](Type& t) { t.add_int32_data(65535); });
    EXPECT_EQ(ir::toIntegers(shorts), Integers{65535});
    const auto longs = valueOf(Type::INT64, {1}, [](Type& t) { t.add_int64_data(-5'000'000'000); });
    EXPECT_EQ(ir::toIntegers(longs), Integers{-5'000'000'000});
    const auto words = valueOf(Type::UINT32, {1}, [](Type& t) { t.add_uint64_data(4'000'000'000); });
    EXPECT_EQ(ir::toIntegers(words), Integers{4'000'000'000});
    const auto flags = valueOf(Type::BOOL, {2}, [](Type& t) { t.add_int32_data(1), t.add_int32_data(0); });
    EXPECT_EQ(ir::toIntegers(flags), (Integers{1, 0}));
    const auto halves = valueOf(Type::FLOAT16, {1}, [](Type& t) { t.add_int32_data(0x3e00); });   // 1.5
    EXPECT_EQ(ir::toDoubles(halves), Reals{1.5});
}

TEST(ImportTensor, ReadsTypesNewerThanTheParser)
{
    // Two 4-bit values to an entry, low nibble first: 1, -8, 7.
    const auto nibbles = valueOf(22, {3}, [](Type& t) { t.add_int32_data(0x81), t.add_int32_data(0x07); });
    EXPECT_EQ(nibbles.type, DataType::I4);
    EXPECT_EQ(ir::toIntegers(nibbles), (std::vector<std::int64_t>{1, -8, 7}));
    const auto tiny = valueOf(17, {2}, [](Type& t) { t.set_raw_data("\x38\xc0"); });   // E4M3: 1 and -2
    EXPECT_EQ(tiny.type, DataType::F8E4M3FN);
    EXPECT_EQ(ir::toDoubles(tiny), (std::vector<double>{1.0, -2.0}));
}

TEST(ImportTensor, ReadsStrings)
{
    const auto data = valueOf(Type::STRING, {2}, [](Type& t) { t.add_string_data("a"), t.add_string_data("b c"); });
    ASSERT_TRUE(data.strings);
    EXPECT_EQ(*data.strings, (std::vector<std::string>{"a", "b c"}));
}

TEST(ImportTensor, LargeValuesStayInTheFile)
{
    const std::vector<float> values(100, 0.25f);
    for (const bool raw : {true, false}) {
        auto model = reluModel();
        auto& tensor = addInitializer(*model.mutable_graph(), "w", Type::FLOAT, {100});
        if (raw)
            tensor.set_raw_data(values.data(), values.size() * sizeof(float));
        else
            tensor.mutable_float_data()->Add(values.begin(), values.end());
        const auto file = Bytes::copyOf(model.SerializeAsString());
        Progress progress;
        const auto imported = importOnnx(file, {}, progress);
        ASSERT_TRUE(imported) << imported.error().text();
        const auto bytes = findTensor(imported->graph, "w")->constant->bytes.view;
        EXPECT_GE(bytes.data(), file.view.data());
        EXPECT_LE(bytes.data() + bytes.size(), file.view.data() + file.view.size());
        EXPECT_EQ(ir::toDoubles(*findTensor(imported->graph, "w")->constant), std::vector<double>(100, 0.25));
    }
}

TEST(ImportTensor, ASegmentInTheFileIsNotFollowed)
{
    const auto imported = withInitializer(Type::UINT8, {4}, [](Type& t) {
        t.mutable_segment()->set_begin(0);
        t.mutable_segment()->set_end(4);
        t.set_raw_data("abcd");
    });
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(ir::toIntegers(*findTensor(imported->graph, "w")->constant), (std::vector<std::int64_t>{'a', 'b', 'c', 'd'}));
}

TEST(ImportTensor, RefusesValuesThatDoNotFitTheShape)
{
    const auto code = [](const Result<Imported>& imported) { return imported ? Code::Internal : imported.error().code; };
    const auto nothing = [](Type&) {};
    EXPECT_EQ(code(withInitializer(Type::FLOAT, {3}, [](Type& t) { t.set_raw_data("12345678"); })), Code::BadConstant);
    EXPECT_EQ(code(withInitializer(Type::FLOAT, {1}, nothing)), Code::BadConstant);
    EXPECT_EQ(code(withInitializer(Type::FLOAT, {-1}, nothing)), Code::BadConstant);
    EXPECT_EQ(code(withInitializer(Type::FLOAT, {1LL << 40, 1LL << 40}, nothing)), Code::BadConstant);
    EXPECT_EQ(code(withInitializer(Type::STRING, {2}, [](Type& t) { t.add_string_data("one"); })), Code::BadConstant);
}

TEST(ImportTensor, AnUnknownElementTypeLeavesTheTensorWithoutValues)
{
    const auto imported = withInitializer(99, {1}, [](Type& t) { t.set_raw_data("x"); });
    ASSERT_TRUE(imported) << imported.error().text();
    EXPECT_FALSE(findTensor(imported->graph, "w")->constant);
    EXPECT_NE(findTensor(imported->graph, "w")->note.find("99"), std::string::npos);
    ASSERT_EQ(imported->diagnostics.size(), 1u);
    EXPECT_EQ(imported->diagnostics[0].error.code, Code::BadType);
}

::onnx::SparseTensorProto sparse(const std::vector<std::int64_t>& dims, const std::vector<std::int64_t>& indices,
                                 const std::vector<std::int64_t>& indexDims)
{
    ::onnx::SparseTensorProto proto;
    proto.mutable_dims()->Add(dims.begin(), dims.end());
    auto& values = *proto.mutable_values();
    values.set_name("s");
    values.set_data_type(Type::INT8);
    values.add_dims(2);
    values.set_raw_data("\x05\x07");
    auto& where = *proto.mutable_indices();
    where.set_data_type(Type::INT64);
    where.mutable_dims()->Add(indexDims.begin(), indexDims.end());
    where.mutable_int64_data()->Add(indices.begin(), indices.end());
    return proto;
}

Result<Imported> withSparse(const ::onnx::SparseTensorProto& proto)
{
    auto model = reluModel();
    *model.mutable_graph()->add_sparse_initializer() = proto;
    return importModel(model);
}

TEST(ImportTensor, SparseInitialisersBecomeDense)
{
    const std::vector<std::int64_t> dense{0, 5, 0, 0, 0, 7};
    const auto flat = withSparse(sparse({2, 3}, {1, 5}, {2}));
    ASSERT_TRUE(flat) << flat.error().text();
    EXPECT_EQ(ir::toIntegers(*findTensor(flat->graph, "s")->constant), dense);
    EXPECT_EQ(findTensor(flat->graph, "s")->shape, (Shape{2, 3}));
    const auto perAxis = withSparse(sparse({2, 3}, {0, 1, 1, 2}, {2, 2}));
    ASSERT_TRUE(perAxis) << perAxis.error().text();
    EXPECT_EQ(ir::toIntegers(*findTensor(perAxis->graph, "s")->constant), dense);
}

TEST(ImportTensor, SparseInitialisersAreChecked)
{
    for (const auto& proto : {sparse({2, 3}, {1, 6}, {2}), sparse({2, 3}, {-1, 1}, {2}), sparse({2, 3}, {0, 3, 1, 2}, {2, 2}),
                              sparse({2, 3}, {1}, {1}), sparse({}, {0, 0}, {2, 1})}) {
        const auto imported = withSparse(proto);
        ASSERT_FALSE(imported);
        EXPECT_EQ(imported.error().code, Code::BadConstant);
    }
    const auto huge = withSparse(sparse({1 << 20, 1 << 20}, {1, 5}, {2}));
    ASSERT_TRUE(huge) << huge.error().text();
    EXPECT_FALSE(findTensor(huge->graph, "s")->constant);
    EXPECT_EQ(huge->diagnostics.size(), 1u);
}

/// The constant that a Constant node with this attribute becomes.
ir::TensorData constantNode(const std::function<void(::onnx::AttributeProto&)>& fill)
{
    auto model = reluModel();
    auto& node = addNode(*model.mutable_graph(), "Constant", {}, {"k"});
    node.set_name("the constant");
    fill(*node.add_attribute());
    const auto imported = importModel(model);
    EXPECT_TRUE(imported) << imported.error().text();
    EXPECT_EQ(imported->graph.nodes.size(), 1u);
    EXPECT_EQ(imported->constantNodes.size(), 1u);
    EXPECT_EQ(imported->constantNodes.at(0).name, "the constant");
    EXPECT_EQ(imported->constantNodes.at(0).tensor, "k");
    EXPECT_EQ(imported->initializerBytes, 0);
    return findTensor(imported->graph, "k")->constant.value();
}

TEST(ImportTensor, ConstantNodesBecomeConstants)
{
    const auto real = constantNode([](auto& a) { a.set_name("value_float"), a.set_f(0.5f); });
    EXPECT_EQ(real.shape, Shape::scalar());
    EXPECT_EQ(ir::toDoubles(real), std::vector<double>{0.5});
    const auto integer = constantNode([](auto& a) { a.set_name("value_int"), a.set_i(-3); });
    EXPECT_EQ(integer.type, DataType::I64);
    EXPECT_EQ(ir::toIntegers(integer), std::vector<std::int64_t>{-3});
    const auto integers = constantNode([](auto& a) { a.set_name("value_ints"), a.add_ints(1), a.add_ints(2); });
    EXPECT_EQ(integers.shape, Shape{2});
    const auto reals = constantNode([](auto& a) { a.set_name("value_floats"), a.add_floats(1), a.add_floats(2); });
    EXPECT_EQ(ir::toDoubles(reals), (std::vector<double>{1, 2}));
    const auto text = constantNode([](auto& a) { a.set_name("value_string"), a.set_s("hi"); });
    EXPECT_EQ(text.strings->at(0), "hi");
    const auto texts = constantNode([](auto& a) { a.set_name("value_strings"), a.add_strings("hi"); });
    EXPECT_EQ(texts.shape, Shape{1});
    const auto tensor = constantNode([](auto& a) {
        a.set_name("value");
        a.mutable_t()->set_data_type(Type::INT32);
        a.mutable_t()->add_int32_data(9);
    });
    EXPECT_EQ(ir::toIntegers(tensor), std::vector<std::int64_t>{9});
    const auto dense = constantNode([](auto& a) {
        a.set_name("sparse_value");
        *a.mutable_sparse_tensor() = sparse({3}, {0, 2}, {2});
    });
    EXPECT_EQ(ir::toIntegers(dense), (std::vector<std::int64_t>{5, 0, 7}));
}

/// The attribute "a" of a node, given its proto.
ir::Attribute attributeOf(const std::function<void(::onnx::AttributeProto&)>& fill)
{
    auto model = reluModel();
    auto& proto = *model.mutable_graph()->mutable_node(0)->add_attribute();
    proto.set_name("a");
    fill(proto);
    const auto imported = importModel(model);
    EXPECT_TRUE(imported) << imported.error().text();
    return imported->graph.nodes.at(0).attributes.at("a");
}

TEST(ImportTensor, ReadsAttributesOfEveryKindWithAndWithoutTheKindStated)
{
    EXPECT_EQ(std::get<std::int64_t>(attributeOf([](auto& a) { a.set_i(4); })), 4);
    EXPECT_EQ(std::get<float>(attributeOf([](auto& a) { a.set_f(0.5f); })), 0.5f);
    EXPECT_EQ(std::get<std::string>(attributeOf([](auto& a) { a.set_s("s"); })), "s");
    EXPECT_EQ(std::get<std::vector<std::int64_t>>(attributeOf([](auto& a) { a.add_ints(1); })), std::vector<std::int64_t>{1});
    EXPECT_EQ(std::get<std::vector<float>>(attributeOf([](auto& a) { a.add_floats(2); })), std::vector<float>{2});
    EXPECT_EQ(std::get<std::vector<std::string>>(attributeOf([](auto& a) { a.add_strings("t"); })), std::vector<std::string>{"t"});
    const auto empty = attributeOf([](auto& a) { a.set_type(::onnx::AttributeProto::STRINGS); });
    EXPECT_TRUE(std::get<std::vector<std::string>>(empty).empty());
    const auto type = attributeOf([](auto& a) {
        a.set_type(::onnx::AttributeProto::TYPE_PROTO);
        a.mutable_tp()->mutable_tensor_type()->set_elem_type(Type::FLOAT);
    });
    EXPECT_EQ(std::get<ir::OpaqueAttribute>(type).kind, "type");
    const auto tensors = attributeOf([](auto& a) {
        a.add_tensors()->set_data_type(Type::INT64);
        a.mutable_tensors(0)->add_int64_data(3);
    });
    EXPECT_EQ(ir::toIntegers(std::get<std::vector<ir::TensorData>>(tensors).at(0)), std::vector<std::int64_t>{3});
}

TEST(ImportTensor, AnOpaqueAttributeKeepsItsLargeValues)
{
    const std::string payload(200, 'p');
    const auto attribute = attributeOf([&](auto& a) {
        a.set_type(::onnx::AttributeProto::TENSOR);
        a.mutable_t()->set_data_type(99);
        a.mutable_t()->add_dims(200);
        a.mutable_t()->set_raw_data(payload);
    });
    ::onnx::AttributeProto proto;
    ASSERT_TRUE(proto.ParseFromString(std::get<ir::OpaqueAttribute>(attribute).serialized));
    EXPECT_EQ(proto.t().raw_data(), payload);
    EXPECT_FALSE(proto.t().has_segment());
}

}  // namespace
}  // namespace tw::onnx
