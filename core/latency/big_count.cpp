// SPDX-License-Identifier: Apache-2.0
#include "core/latency/big_count.h"

#include "core/base/check.h"
#include "core/base/text.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace tw::latency {
namespace {

constexpr std::uint64_t kHalf = 0xffffffffu;

}  // namespace

BigCount BigCount::fromWords(std::span<const std::uint64_t> words)
{
    BigCount result;
    result.words_.assign(words.begin(), words.end());
    result.trim();
    return result;
}

std::vector<std::uint64_t> BigCount::words(std::size_t count) const
{
    TW_CHECK(words_.size() <= count);
    auto result = words_;
    result.resize(count);
    return result;
}

BigCount BigCount::share(double fraction) const
{
    constexpr std::uint64_t kHalfScale = std::uint64_t{1} << 26;
    auto result = *this * static_cast<std::uint64_t>(std::floor(std::clamp(fraction, 0.0, 1.0) * 0x1p52));
    result.divide(kHalfScale);
    result.divide(kHalfScale);
    return result;
}

void BigCount::trim()
{
    while (!words_.empty() && words_.back() == 0)
        words_.pop_back();
}

BigCount& BigCount::operator+=(const BigCount& other)
{
    words_.resize(std::max(words_.size(), other.words_.size()) + 1);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const std::uint64_t term = i < other.words_.size() ? other.words_[i] : 0;
        const std::uint64_t sum = words_[i] + term;
        const std::uint64_t total = sum + carry;
        carry = (sum < term) + (total < carry);
        words_[i] = total;
    }
    trim();
    return *this;
}

BigCount& BigCount::operator-=(const BigCount& other)
{
    TW_CHECK(*this >= other);
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < words_.size(); ++i) {
        const std::uint64_t term = i < other.words_.size() ? other.words_[i] : 0;
        const std::uint64_t difference = words_[i] - term;
        const std::uint64_t total = difference - borrow;
        borrow = (words_[i] < term) + (difference < borrow);
        words_[i] = total;
    }
    trim();
    return *this;
}

BigCount& BigCount::operator*=(std::uint64_t factor)
{
    BigCount high;   // factor by halves, so that no product leaves 64 bits
    high.words_ = words_;
    const auto byHalf = [](std::vector<std::uint64_t>& words, std::uint64_t half) {
        std::uint64_t carry = 0;
        for (auto& word : words) {
            const std::uint64_t low = (word & kHalf) * half + carry;
            const std::uint64_t top = (word >> 32) * half + (low >> 32);
            word = (top << 32) | (low & kHalf);
            carry = top >> 32;
        }
        words.push_back(carry);
    };
    byHalf(words_, factor & kHalf);
    trim();
    if (factor >> 32) {
        byHalf(high.words_, factor >> 32);
        high.words_.push_back(0);
        for (std::size_t i = high.words_.size(); i-- > 0;)
            high.words_[i] = (high.words_[i] << 32) | (i > 0 ? high.words_[i - 1] >> 32 : 0);
        high.trim();
        *this += high;
    }
    return *this;
}

std::uint64_t BigCount::divide(std::uint64_t divisor)
{
    TW_CHECK(divisor > 0 && divisor <= kHalf);
    std::uint64_t rest = 0;
    for (std::size_t i = words_.size(); i-- > 0;) {
        const std::uint64_t top = (rest << 32) | (words_[i] >> 32);
        const std::uint64_t low = ((top % divisor) << 32) | (words_[i] & kHalf);
        words_[i] = ((top / divisor) << 32) | (low / divisor);
        rest = low % divisor;
    }
    trim();
    return rest;
}

std::strong_ordering BigCount::operator<=>(const BigCount& other) const
{
    if (words_.size() != other.words_.size())
        return words_.size() <=> other.words_.size();
    for (std::size_t i = words_.size(); i-- > 0;)
        if (words_[i] != other.words_[i])
            return words_[i] <=> other.words_[i];
    return std::strong_ordering::equal;
}

std::size_t BigCount::bits() const
{
    return words_.empty() ? 0 : 64 * words_.size() - static_cast<std::size_t>(std::countl_zero(words_.back()));
}

double BigCount::mantissa(std::int64_t& exponent) const
{
    double value = 0;
    const std::size_t first = words_.size() > 3 ? words_.size() - 3 : 0;   // more words do not reach the mantissa
    for (std::size_t i = words_.size(); i-- > first;)
        value = value * 0x1p64 + static_cast<double>(words_[i]);
    int power = 0;
    value = std::frexp(value, &power);
    exponent = power + 64 * static_cast<std::int64_t>(first);
    return value;
}

double BigCount::log10() const
{
    if (isZero())
        return -std::numeric_limits<double>::infinity();
    std::int64_t exponent = 0;
    const double value = mantissa(exponent);
    return std::log10(value) + static_cast<double>(exponent) * std::log10(2.0);
}

double BigCount::ratio(const BigCount& other) const
{
    TW_CHECK(!other.isZero());
    std::int64_t above = 0;
    std::int64_t below = 0;
    const double one = mantissa(above);
    const double two = other.mantissa(below);
    return std::ldexp(one / two, static_cast<int>(std::clamp<std::int64_t>(above - below, -5000, 5000)));
}

std::string BigCount::text() const
{
    if (isZero())
        return "0";
    constexpr std::uint64_t kChunk = 1'000'000'000;
    std::string result;
    for (BigCount left = *this; !left.isZero();) {
        auto digits = std::to_string(left.divide(kChunk));
        if (!left.isZero())
            digits.insert(0, 9 - digits.size(), '0');
        result.insert(0, digits);
    }
    return result;
}

std::string BigCount::shortText() const
{
    const auto digits = text();
    if (digits.size() <= 3)
        return digits;
    auto leading = std::stoi(digits.substr(0, 3)) + (digits[3] >= '5' ? 1 : 0);
    auto exponent = digits.size() - 1;
    if (leading == 1000) {
        leading = 100;
        ++exponent;
    }
    return cat(leading / 100, ".", leading / 10 % 10, leading % 10, "e+", exponent);
}

}  // namespace tw::latency
