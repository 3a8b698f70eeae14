// SPDX-License-Identifier: Apache-2.0
#include "tests/unit/ops/access_property.h"

namespace tw::ops::testing {
namespace {

constexpr DataType kReal = DataType::F32;

TEST(ElementwiseAccess, HoldsForUnaryAndBinary)
{
    expectAccessHolds({.op = "Neg", .inputs = {{kReal, {2, 3}}}}, Claim::Tight);
    expectAccessHolds({.op = "Add", .inputs = {{kReal, {2, 1, 3}}, {kReal, {4, 1}}}}, Claim::Tight);
    expectAccessHolds({.op = "Add", .inputs = {{kReal, {2, 3, 2}}, {kReal, {3}}}, .attributes = {{"axis", std::int64_t{1}}}, .opset = 6},
                      Claim::Tight);
    expectAccessHolds({.op = "Sum", .inputs = {{kReal, {2, 3}}, {kReal, {3}}, {kReal, Shape::scalar()}}}, Claim::Tight);
    expectAccessHolds({.op = "Where", .inputs = {{DataType::Bool, {2, 1}}, {kReal, {3}}, {kReal, Shape::scalar()}}}, Claim::Sound);
}

TEST(ElementwiseAccess, HoldsForReductions)
{
    const ir::Attribute axes = std::vector<std::int64_t>{0, 2};
    expectAccessHolds({.op = "ReduceSum", .inputs = {{kReal, {2, 3, 2}}}, .attributes = {{"axes", axes}}}, Claim::Tight);
    expectAccessHolds({.op = "ReduceMean",
                       .inputs = {{kReal, {2, 3, 2}}},
                       .attributes = {{"axes", axes}, {"keepdims", std::int64_t{0}}}},
                      Claim::Tight);
    expectAccessHolds({.op = "ArgMax", .inputs = {{kReal, {2, 3}}}, .attributes = {{"axis", std::int64_t{1}}}}, Claim::Sound);
}

TEST(ElementwiseAccess, HoldsForSoftmax)
{
    expectAccessHolds({.op = "LogSoftmax", .inputs = {{kReal, {2, 3, 2}}}, .attributes = {{"axis", std::int64_t{1}}}}, Claim::Tight);
    expectAccessHolds({.op = "LogSoftmax", .inputs = {{kReal, {2, 3, 2}}}, .opset = 11}, Claim::Tight);
}

}  // namespace
}  // namespace tw::ops::testing
