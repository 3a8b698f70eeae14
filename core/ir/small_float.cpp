// SPDX-License-Identifier: Apache-2.0
#include "core/ir/small_float.h"

#include "core/base/check.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tw::ir {
namespace {

/// The values of one format: sign, exponent and mantissa bits, and what the largest exponent means.
struct Format {
    int exponentBits;
    int mantissaBits;
    int bias;
    bool infinity;         // exponent all ones: infinity (mantissa 0) and NaN, as in IEEE 754
    int nan;               // bits of the NaN
    bool negativeZero;     // false: 100..0 is the NaN ("UZ" formats)
    double largest;        // largest finite value
};

Format formatOf(DataType type)
{
    switch (type) {
    case DataType::F16: return {5, 10, 15, true, 0x7E00, true, 65504.0};
    case DataType::BF16: return {8, 7, 127, true, 0x7FC0, true, 3.3895313892515355e38};
    case DataType::F8E4M3FN: return {4, 3, 7, false, 0x7F, true, 448.0};
    case DataType::F8E4M3FNUZ: return {4, 3, 8, false, 0x80, false, 240.0};
    case DataType::F8E5M2: return {5, 2, 15, true, 0x7E, true, 57344.0};
    case DataType::F8E5M2FNUZ: return {5, 2, 16, false, 0x80, false, 57344.0};
    case DataType::F4E2M1: return {2, 1, 1, false, 0, true, 6.0};
    default: TW_CHECK(false);
    }
}

int signMask(const Format& format)
{
    return 1 << (format.exponentBits + format.mantissaBits);
}

/// Rounds a positive finite value to the format's grid, to nearest even.
double onGrid(const Format& format, double magnitude)
{
    int exponent = 0;
    std::frexp(magnitude, &exponent);
    const int smallest = 1 - format.bias;
    const double step = std::ldexp(1.0, std::max(exponent - 1, smallest) - format.mantissaBits);
    return std::nearbyint(magnitude / step) * step;
}

int encodeMagnitude(const Format& format, double value)
{
    int exponent = 0;
    std::frexp(value, &exponent);
    const int smallest = 1 - format.bias;
    const int used = std::max(exponent - 1, smallest);
    const int mantissa = static_cast<int>(std::ldexp(value, format.mantissaBits - used));
    const int implicitOne = 1 << format.mantissaBits;
    if (mantissa < implicitOne)
        return mantissa;
    return ((used + format.bias) << format.mantissaBits) | (mantissa - implicitOne);
}

}  // namespace

double smallFloatValue(DataType type, std::uint16_t bits)
{
    const Format format = formatOf(type);
    const bool negative = (bits & signMask(format)) != 0;
    const int magnitude = bits & (signMask(format) - 1);
    const int exponent = magnitude >> format.mantissaBits;
    const int mantissa = magnitude & ((1 << format.mantissaBits) - 1);
    const int top = (1 << format.exponentBits) - 1;
    if (format.infinity && exponent == top && mantissa != 0)
        return std::numeric_limits<double>::quiet_NaN();
    if (format.infinity && exponent == top)
        return negative ? -INFINITY : INFINITY;
    const bool isNan = format.negativeZero ? magnitude == format.nan : bits == format.nan;
    if (!format.infinity && format.nan != 0 && isNan)
        return std::numeric_limits<double>::quiet_NaN();
    const int implicitOne = exponent > 0 ? 1 << format.mantissaBits : 0;
    const double value = std::ldexp(mantissa + implicitOne, std::max(exponent, 1) - format.bias - format.mantissaBits);
    return negative ? -value : value;
}

std::uint16_t smallFloatBits(DataType type, double value)
{
    const Format format = formatOf(type);
    if (std::isnan(value))
        return static_cast<std::uint16_t>(format.nan);
    const int sign = std::signbit(value) ? signMask(format) : 0;
    const double rounded = std::isinf(value) ? value : onGrid(format, std::fabs(value));
    if (rounded == 0)
        return static_cast<std::uint16_t>(format.negativeZero ? sign : 0);
    if (std::fabs(rounded) <= format.largest)
        return static_cast<std::uint16_t>(sign | encodeMagnitude(format, rounded));
    const int infinity = ((1 << format.exponentBits) - 1) << format.mantissaBits;
    return static_cast<std::uint16_t>(sign | (format.infinity && bitWidth(type) == 16 ? infinity
                                                                                      : encodeMagnitude(format, format.largest)));
}

}  // namespace tw::ir
