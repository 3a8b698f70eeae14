// SPDX-License-Identifier: Apache-2.0
// Shapes whose dimensions may be numbers, symbols ("batch"), or unknown; the rank itself may be unknown.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <optional>
#include <string>
#include <vector>

namespace tw::ir {

struct Dim {
    std::int64_t value = -1;   // -1: not known
    std::string symbol = {};   // only when value is not known; may be empty (nameless)

    bool known() const { return value >= 0; }
    bool operator==(const Dim&) const = default;
};

class Shape {
public:
    Shape() = default;                                        // unknown rank
    Shape(std::initializer_list<std::int64_t> dims);          // -1 for an unknown dimension
    explicit Shape(std::vector<Dim> dims) : dims_(std::move(dims)), ranked_(true) {}
    static Shape of(const std::vector<std::int64_t>& dims);
    static Shape scalar() { return Shape(std::vector<Dim>{}); }
    static Shape ofRank(int rank) { return Shape(std::vector<Dim>(static_cast<std::size_t>(rank))); }

    bool ranked() const { return ranked_; }
    bool isStatic() const;                                    // rank and all dimensions known
    int rank() const { return static_cast<int>(dims_.size()); }   // 0 when unranked
    const std::vector<Dim>& dims() const { return dims_; }
    const Dim& operator[](int axis) const { return dims_[static_cast<std::size_t>(axis)]; }
    Dim& operator[](int axis) { return dims_[static_cast<std::size_t>(axis)]; }
    void append(Dim dim) { dims_.push_back(std::move(dim)); }

    /// Product of the dimensions (1 for a scalar); nullopt when not static or beyond 2^62.
    std::optional<std::int64_t> elements() const;
    /// Only for static shapes.
    std::vector<std::int64_t> sizes() const;

    bool operator==(const Shape&) const = default;

private:
    std::vector<Dim> dims_;
    bool ranked_ = false;
};

/// "[1, 3, h, ?]", "[]" for a scalar, "[...]" when the rank is unknown.
std::ostream& operator<<(std::ostream& out, const Shape& shape);

/// Axis in [-rank, rank) made non-negative; nullopt when outside.
std::optional<int> normalAxis(std::int64_t axis, int rank);

}  // namespace tw::ir
