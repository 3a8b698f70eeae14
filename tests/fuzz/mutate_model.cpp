// SPDX-License-Identifier: Apache-2.0
// Any field of any message in a model may change, by way of protobuf's reflection.
#include "tests/fuzz/mutate.h"

#include "core/onnx/protobuf.h"

#include <google/protobuf/message.h>

#include <algorithm>
#include <limits>

namespace tw::fuzz {
namespace {

using google::protobuf::FieldDescriptor;
using google::protobuf::Message;

struct Parts {
    std::vector<Message*> messages;
    std::vector<std::string> strings;   // names, mostly: another one's name makes another graph
};

template <class T>
const T& oneOf(const std::vector<T>& values, Random& random)
{
    return values[static_cast<std::size_t>(random() % values.size())];
}

void collect(Message& message, Parts& parts);

void collectField(Message& message, const FieldDescriptor* field, Parts& parts)
{
    const auto* access = message.GetReflection();
    const int count = field->is_repeated() ? access->FieldSize(message, field) : 1;
    for (int i = 0; i < std::min(count, 100); ++i) {   // long weights are all alike
        if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE)
            collect(*(field->is_repeated() ? access->MutableRepeatedMessage(&message, field, i) : access->MutableMessage(&message, field)), parts);
        else if (field->cpp_type() == FieldDescriptor::CPPTYPE_STRING)
            parts.strings.push_back(field->is_repeated() ? access->GetRepeatedString(message, field, i) : access->GetString(message, field));
    }
}

void collect(Message& message, Parts& parts)
{
    parts.messages.push_back(&message);
    std::vector<const FieldDescriptor*> fields;
    message.GetReflection()->ListFields(message, &fields);
    for (const auto* field : fields)
        collectField(message, field, parts);
}

std::int64_t oddInteger(Random& random)
{
    static const std::vector<std::int64_t> values{0, 1, -1, 2, 3, 4, 5, 7, 8, 16, 100, -2, 255, 1 << 16, 1 << 30,
                                                  std::int64_t{1} << 31, std::int64_t{1} << 32, std::int64_t{1} << 40,
                                                  std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
    return oneOf(values, random);
}

double oddReal(Random& random)
{
    static const std::vector<double> values{0, 1, -1, 0.5, 1e-30, 1e30, std::numeric_limits<double>::infinity(),
                                            std::numeric_limits<double>::quiet_NaN()};
    return oneOf(values, random);
}

std::string oddString(const Parts& parts, Random& random)
{
    static const std::vector<std::string> ops{"", "If", "Loop", "Scan", "Conv", "Reshape", "Concat", "Gather", "Resize", "Slice", "Expand",
                                              "ConstantOfShape", "Range", "Tile", "Pad", "Einsum", "MatMul", "TopK", "Split", "Identity"};
    return parts.strings.empty() || random() % 3 == 0 ? oneOf(ops, random) : oneOf(parts.strings, random);
}

/// Protobuf's reflection has a function for each type, twice: for single fields and for repeated ones.
void setValue(Message& message, const FieldDescriptor* field, const Parts& parts, Random& random)
{
    const auto* access = message.GetReflection();
    const bool repeated = field->is_repeated();
    const int size = repeated ? access->FieldSize(message, field) : 0;
    const bool add = repeated && (size == 0 || random() % 3 == 0);
    const int at = size > 0 ? static_cast<int>(random() % static_cast<std::uint64_t>(size)) : 0;
    const auto put = [&](auto set, auto setRepeated, auto append, auto value) {
        if (add)
            (access->*append)(&message, field, value);
        else if (repeated)
            (access->*setRepeated)(&message, field, at, value);
        else
            (access->*set)(&message, field, value);
    };
    using R = google::protobuf::Reflection;
    switch (field->cpp_type()) {
    case FieldDescriptor::CPPTYPE_INT32: return put(&R::SetInt32, &R::SetRepeatedInt32, &R::AddInt32, static_cast<std::int32_t>(oddInteger(random)));
    case FieldDescriptor::CPPTYPE_INT64: return put(&R::SetInt64, &R::SetRepeatedInt64, &R::AddInt64, oddInteger(random));
    case FieldDescriptor::CPPTYPE_UINT64: return put(&R::SetUInt64, &R::SetRepeatedUInt64, &R::AddUInt64, static_cast<std::uint64_t>(oddInteger(random)));
    case FieldDescriptor::CPPTYPE_FLOAT: return put(&R::SetFloat, &R::SetRepeatedFloat, &R::AddFloat, static_cast<float>(oddReal(random)));
    case FieldDescriptor::CPPTYPE_DOUBLE: return put(&R::SetDouble, &R::SetRepeatedDouble, &R::AddDouble, oddReal(random));
    case FieldDescriptor::CPPTYPE_ENUM: return put(&R::SetEnumValue, &R::SetRepeatedEnumValue, &R::AddEnumValue, static_cast<int>(random() % 24));
    case FieldDescriptor::CPPTYPE_STRING: {
        const auto text = oddString(parts, random);
        if (add)
            return access->AddString(&message, field, text);
        return repeated ? access->SetRepeatedString(&message, field, at, text) : access->SetString(&message, field, text);
    }
    default: return;
    }
}

void changeRepeated(Message& message, const FieldDescriptor* field, Random& random)
{
    const auto* access = message.GetReflection();
    const int size = access->FieldSize(message, field);
    const int last = size - 1;
    const int at = static_cast<int>(random() % static_cast<std::uint64_t>(size));
    access->SwapElements(&message, field, at, last);
    if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE && random() % 2 == 0) {
        auto* copy = access->AddMessage(&message, field);
        copy->CopyFrom(access->GetRepeatedMessage(message, field, last));
    } else if (random() % 2 == 0) {
        access->RemoveLast(&message, field);
    }
}

void change(Message& model, Random& random)
{
    Parts parts;
    collect(model, parts);
    auto& message = *oneOf(parts.messages, random);
    const auto* access = message.GetReflection();
    std::vector<const FieldDescriptor*> fields;
    access->ListFields(message, &fields);
    if (fields.empty() || random() % 6 == 0) {
        const auto* description = message.GetDescriptor();
        return setValue(message, description->field(static_cast<int>(random() % static_cast<std::uint64_t>(description->field_count()))), parts, random);
    }
    const auto* field = oneOf(fields, random);
    if (random() % 8 == 0)
        access->ClearField(&message, field);
    else if (field->is_repeated() && random() % 3 == 0)
        changeRepeated(message, field, random);
    else
        setValue(message, field, parts, random);
}

}  // namespace

std::string mutatedModel(const std::string& bytes, Random& random)
{
    ::onnx::ModelProto model;
    if (random() % 8 == 0 || !model.ParseFromString(bytes))
        return mutatedBytes(bytes, random);
    for (auto changes = 1 + random() % 3; changes > 0; --changes)
        change(model, random);
    return model.SerializePartialAsString();
}

}  // namespace tw::fuzz
