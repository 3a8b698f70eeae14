// SPDX-License-Identifier: Apache-2.0
// What counters of operations book for a layer. Each set follows one tool, its peculiarities included; the page that
// the README names says where they come from. Counts are whole numbers.
#pragma once

#include "core/latency/calculators/layer.h"

namespace tw::latency {

struct Booked {
    std::int64_t value = 0;
    bool hasRule = true;        // false: the tool passes over it
    std::string note = {};      // what is odd about the value
};

/// A rule set: one function, and what people are told about it.
struct MacRules {
    std::string name;           // "mmac.thop"
    std::string measures;       // one sentence
    Booked (*book)(const Layer& layer) = nullptr;
    bool asWritten = false;     // by ONNX operators, not by layers
    bool batchOfOneOnly = false;
    std::string unit = "mmac";
    double perUnit = 1e6;
};

Booked thopRule(const Layer& layer);             // 0.1.1
Booked thop2020Rule(const Layer& layer);         // the 0.0.31 line, May 2020
Booked thop2019Rule(const Layer& layer);         // September 2019, the rules behind its README table
Booked fvcoreRule(const Layer& layer);           // 0.1.6
Booked pthflopsRule(const Layer& layer);         // 0.4.2, fx mode
Booked pthflopsJitRule(const Layer& layer);      // 0.4.2, JIT mode
Booked stm32Rule(const Layer& layer);            // complexity as STM32Cube.AI reports it

inline Booked booked(std::int64_t value, std::string note = {})
{
    return {.value = value, .note = std::move(note)};
}
inline Booked passedOver(std::string note = {})
{
    return {.hasRule = false, .note = std::move(note)};
}

/// #y * (Cin / groups) * kernel + extra per output element.
std::int64_t convOverOutputs(const Layer& layer, std::int64_t extraPerOutput);

}  // namespace tw::latency
