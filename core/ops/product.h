// SPDX-License-Identifier: Apache-2.0
// Matrix products as Gemm and MatMul need them: sizes, element steps that cover transposition, and batches.
#pragma once

#include "core/ops/linear.h"

namespace tw::ops {

/// y[batch][row][column] = sum over depth of a[batch][row][depth] * b[batch][depth][column].
struct Product {
    std::int64_t m = 1;
    std::int64_t n = 1;
    std::int64_t k = 1;
    bool transA = false;
    bool transB = false;
    std::vector<std::int64_t> batch = {};        // sizes of the batch axes
    std::vector<std::int64_t> aBatch = {};       // element steps along them; 0 where an operand is repeated
    std::vector<std::int64_t> bBatch = {};

    std::int64_t batches() const;
    std::int64_t aRow() const { return transA ? 1 : k; }
    std::int64_t aDepth() const { return transA ? m : 1; }
    std::int64_t bDepth() const { return transB ? 1 : n; }
    std::int64_t bColumn() const { return transB ? k : 1; }
};

template <class T>
std::vector<T> multiplied(const Product& product, const std::vector<T>& a, const std::vector<T>& b);

/// The element steps of an operand of the result along its batch axes, rows and columns.
struct ResultSteps {
    std::vector<std::int64_t> batch;
    std::int64_t row = 0;
    std::int64_t column = 0;
};

/// Fields m ... b_type, y_type of tw_gemm_args. Fails when there are more batch axes than the struct has room for.
Result<Arguments> productArguments(const OpNode& node, const Product& product);

/// Fields shift, lo, hi, mul_* and add_* of tw_gemm_args, for a node with requantisation.
Result<Arguments> requantArguments(const OpNode& node, const Product& product, const ResultSteps& mul,
                                   const ResultSteps& add);

/// The same fields for a node without.
Arguments noRequantArguments();

}  // namespace tw::ops
