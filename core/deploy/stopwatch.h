// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <map>
#include <string>

namespace tw::deploy {

/// Adds the milliseconds since its construction to a named entry.
class Stopwatch {
public:
    Stopwatch(std::map<std::string, double>& timings, std::string name) : timings_(timings), name_(std::move(name)) {}
    Stopwatch(const Stopwatch&) = delete;
    Stopwatch& operator=(const Stopwatch&) = delete;
    ~Stopwatch()
    {
        timings_[name_] += std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start_).count();
    }

private:
    std::map<std::string, double>& timings_;
    std::string name_;
    std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace tw::deploy
