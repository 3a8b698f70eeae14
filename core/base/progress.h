// SPDX-License-Identifier: Apache-2.0
// How a long computation reports and is stopped. The worker calls report() and checks cancelled(); any thread may
// call cancel(). The sink is called on the worker's thread.
#pragma once

#include "core/base/result.h"

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

namespace tw {

class Progress {
public:
    using Sink = std::function<void(double fraction, std::string_view what)>;

    Progress() = default;
    explicit Progress(Sink sink) : sink_(std::move(sink)) {}
    Progress(const Progress&) = delete;
    Progress& operator=(const Progress&) = delete;

    /// fraction in [0, 1], or negative when unknown.
    void report(double fraction, std::string_view what)
    {
        if (sink_)
            sink_(fraction, what);
    }

    void cancel() { cancelled_.store(true, std::memory_order_relaxed); }
    bool cancelled() const { return cancelled_.load(std::memory_order_relaxed); }

    /// For TW_TRY_VOID: fails with Code::Cancelled once cancel() was called.
    Result<void> check() const
    {
        if (cancelled())
            return Error{.code = Code::Cancelled, .message = "cancelled"};
        return {};
    }

private:
    Sink sink_;
    std::atomic<bool> cancelled_ = false;
};

}  // namespace tw
