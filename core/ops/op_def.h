// SPDX-License-Identifier: Apache-2.0
// The contract of an operator family: one file in core/ops/families, one OpFamily with a row per op type.
#pragma once

#include "core/ops/access_map.h"
#include "core/ops/op_node.h"

#include <functional>
#include <span>
#include <string_view>
#include <variant>

namespace tw::ops {

/// What `infer` says of one output. Undefined type or unranked shape: not known, which is no error.
struct Inferred {
    DataType type = DataType::Undefined;
    Shape shape;
    std::optional<TensorData> constant = {};   // only for values that follow from shapes alone (Shape, Size)
};

struct Counts {
    std::int64_t macs = 0;         // multiply-accumulates of the whole node
    std::int64_t elementOps = 0;   // other arithmetic, one per scalar operation
    std::int64_t readBytes = 0;    // each input once
    std::int64_t writeBytes = 0;   // each output once

    std::int64_t operations() const { return 2 * macs + elementOps; }   // 1 MAC = 2 operations
};

/// One field of the kernel's argument struct, which is also a name in the formulas of kernel rows (scalars only).
struct Argument {
    std::string name;                                                    // C identifier
    std::variant<std::int64_t, double, std::vector<std::int64_t>> value; // int32_t, float, int32_t[n]
};
using Arguments = std::vector<Argument>;

struct OpDef {
    std::string_view op;
    std::vector<std::string_view> domains = {""};
    int sinceVersion = 1;                            // the row with the greatest sinceVersion <= opset serves
    std::vector<std::string_view> inputNames;        // as kernel rows call them: "X", "W", "B"; the last one of a
    std::vector<std::string_view> outputNames = {"Y"}; // variadic operator stands for all the rest
    bool variadic = false;
    std::vector<int> imageInputs = {};               // inputs that are [N, C, spatial...] and turn with "layout"
    std::string_view argsType = {};                  // "tw_conv_args"; empty: the kernel takes no struct
    std::string_view documentation = {};             // one sentence for the Inspector

    std::function<Result<std::vector<Inferred>>(const OpNode&)> infer = nullptr;
    /// Inputs are present constants in `inputs[i].constant`; results have the types and shapes of `outputs`.
    /// Float arithmetic in double, rounded once; integer arithmetic exact in 64 bits, then wrapped to the output type.
    std::function<Result<std::vector<TensorData>>(const OpNode&)> evaluate = nullptr;
    std::function<Counts(const OpNode&)> count = nullptr;        // static shapes only
    std::function<AccessMap(const OpNode&)> access = nullptr;    // static shapes only
    std::function<Result<Arguments>(const OpNode&)> arguments = nullptr;   // static shapes only; nullptr: not deployable
    bool aliasesInput = false;                       // output 0 is input 0 with another shape: no kernel, no copy
};

struct OpFamily {
    std::string_view name;
    std::vector<OpDef> ops;
};

}  // namespace tw::ops
