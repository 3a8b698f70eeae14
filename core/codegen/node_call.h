// SPDX-License-Identifier: Apache-2.0
// The C text of one node: pointers to its operands, the call of its kernel, the copies around it.
#pragma once

#include "core/codegen/constants.h"
#include "core/codegen/memory_names.h"

namespace tw::codegen {

/// Uses the macros DATA(memory, type, offset) and CONSTANT(memory, type, offset) of network.c.
class NodeCalls {
public:
    NodeCalls(const ProjectInput& in, const Constants& constants, const MemoryNames& names)
        : in_(in), constants_(constants), names_(names)
    {
    }

    /// Where the tensor lives between nodes.
    std::string homePointer(ir::TensorId tensor, std::string_view type) const;
    /// A constant that the network gives back.
    std::string outputConstant(ir::TensorId constant) const;

    /// One or two lines: the array of inputs of a variadic kernel, the call. `arguments`: name of the struct or empty.
    std::vector<std::string> callLines(std::size_t node, const std::string& arguments) const;

    /// The same for one tile, `tile` being the const tw_tile that the kernel is given.
    std::vector<std::string> tileCallLines(std::size_t node, const std::string& arguments) const;

    std::string bufferPointer(int buffer, std::string_view type) const;
    /// Where an input lives between nodes, be it a tensor or a constant.
    std::string inputHome(std::size_t node, std::size_t input, std::string_view type) const;

    struct Copy {
        std::string to;
        std::string from;
        std::int64_t bytes = 0;
    };
    /// Of staged operands that are not empty. All of the first round come before those of the second, which there is
    /// when something passes through a memory between.
    using Rounds = std::vector<std::vector<Copy>>;
    Rounds copiesIn(std::size_t node) const;
    Rounds copiesOut(std::size_t node) const;

private:
    const target::KernelRow& row(std::size_t node) const;
    static void addCopy(Rounds& rounds, const Copy& copy, const std::string& way);
    std::string wayPointer(int way) const;
    std::string inputPointer(std::size_t node, std::size_t input) const;
    std::string outputPointer(std::size_t node, std::size_t output) const;
    std::vector<std::string> operandTexts(std::size_t node, std::vector<std::string> inputs, const std::vector<std::string>& outputs) const;
    std::vector<std::string> passedInputs(std::size_t node) const;
    std::vector<std::string> outputPointers(std::size_t node) const;
    std::vector<std::string> missingInputs(std::size_t node) const;
    std::size_t missingOutputs(std::size_t node) const;

    /// `inputs`: of passedInputs; `arguments`: an expression or empty.
    std::vector<std::string> linesOf(std::size_t node, const std::string& arguments, const std::vector<std::string>& inputs,
                                     const std::vector<std::string>& outputs) const;

    const ProjectInput& in_;
    const Constants& constants_;
    const MemoryNames& names_;
};

}  // namespace tw::codegen
