// SPDX-License-Identifier: Apache-2.0
// Non-negative whole numbers of any size, with as much arithmetic as counting architectures takes.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tw::latency {

class BigCount {
public:
    BigCount() = default;
    BigCount(std::uint64_t value) : words_(value ? std::vector{value} : std::vector<std::uint64_t>()) {}
    /// Least significant word first.
    static BigCount fromWords(std::span<const std::uint64_t> words);

    /// The inverse: as many words as asked for, which must hold the number.
    std::vector<std::uint64_t> words(std::size_t count) const;
    /// The share `fraction` in [0, 1] of this number, rounded down; correct to 52 bits.
    BigCount share(double fraction) const;

    BigCount& operator+=(const BigCount& other);
    /// `other` must not be greater.
    BigCount& operator-=(const BigCount& other);
    BigCount& operator*=(std::uint64_t factor);
    /// Divides by `divisor` > 0, rounded down; returns the rest.
    std::uint64_t divide(std::uint64_t divisor);

    friend BigCount operator+(BigCount one, const BigCount& other) { return one += other; }
    friend BigCount operator-(BigCount one, const BigCount& other) { return one -= other; }
    friend BigCount operator*(BigCount one, std::uint64_t factor) { return one *= factor; }

    std::strong_ordering operator<=>(const BigCount& other) const;
    bool operator==(const BigCount&) const = default;
    bool isZero() const { return words_.empty(); }
    bool isOdd() const { return !words_.empty() && (words_[0] & 1); }
    std::size_t bits() const;

    /// base-10 logarithm; -infinity for 0. Never overflows.
    double log10() const;
    /// this / other as a double, however large both are; other > 0.
    double ratio(const BigCount& other) const;
    /// Decimal digits.
    std::string text() const;
    /// "9.09e+27"; numbers below 1000 as they are.
    std::string shortText() const;

private:
    void trim();
    /// mantissa in [0.5, 1) or 0, and the power of two.
    double mantissa(std::int64_t& exponent) const;
    std::vector<std::uint64_t> words_;   // no leading zeros
};

}  // namespace tw::latency
