// SPDX-License-Identifier: Apache-2.0
// Runs a job so that a broken invariant of ours, or a library's exception, becomes an Error instead of an end.
#pragma once

#include "core/base/result.h"
#include "core/base/text.h"

#include <exception>
#include <new>

namespace tw::session {

template <class Job>
auto guarded(Job&& job) -> decltype(job())
{
    constexpr std::string_view kHint = "this is a fault of the program; please report it with the model";
    try {
        return job();
    } catch (const InternalError& failure) {
        return Error{.code = Code::Internal, .message = failure.what(), .hint = std::string(kHint)};
    } catch (const std::bad_alloc&) {
        return Error{.code = Code::Internal, .message = "there is not enough memory for this",
                     .hint = "close other programs or use a smaller model"};
    } catch (const std::exception& failure) {
        return Error{.code = Code::Internal, .message = cat("unexpected: ", failure.what()), .hint = std::string(kHint)};
    }
}

}  // namespace tw::session
