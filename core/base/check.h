// SPDX-License-Identifier: Apache-2.0
// TW_CHECK guards our own invariants, in release too. A broken one throws InternalError, which the job runner
// (core/session, app/cli) turns into a report; the program lives on.
#pragma once

#include <stdexcept>

namespace tw {

class InternalError : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

[[noreturn]] void failCheck(const char* condition, const char* file, int line);

}  // namespace tw

#define TW_CHECK(...)                                      \
    do {                                                   \
        if (!(__VA_ARGS__))                                \
            ::tw::failCheck(#__VA_ARGS__, __FILE__, __LINE__); \
    } while (false)
