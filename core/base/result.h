// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value or an Error. Member names as in std::expected, which clang 14 cannot compile here.
#pragma once

#include "core/base/check.h"
#include "core/base/error.h"

#include <optional>
#include <utility>
#include <variant>

namespace tw {

template <class T>
class [[nodiscard]] Result {
public:
    using value_type = T;

    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    bool has_value() const { return state_.index() == 0; }
    explicit operator bool() const { return has_value(); }

    const T& value() const& { TW_CHECK(has_value()); return *std::get_if<0>(&state_); }
    T& value() & { TW_CHECK(has_value()); return *std::get_if<0>(&state_); }
    T&& value() && { TW_CHECK(has_value()); return std::move(*std::get_if<0>(&state_)); }
    const T& operator*() const& { return value(); }
    T& operator*() & { return value(); }
    T&& operator*() && { return std::move(*this).value(); }
    const T* operator->() const { return &value(); }
    T* operator->() { return &value(); }

    const Error& error() const { TW_CHECK(!has_value()); return *std::get_if<1>(&state_); }

private:
    std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
public:
    using value_type = void;

    Result() = default;
    Result(Error error) : error_(std::move(error)) {}

    bool has_value() const { return !error_; }
    explicit operator bool() const { return has_value(); }
    void value() const { TW_CHECK(has_value()); }
    const Error& error() const { TW_CHECK(!has_value()); return *error_; }

private:
    std::optional<Error> error_;
};

}  // namespace tw

#define TW_CONCAT_(a, b) a##b
#define TW_CONCAT(a, b) TW_CONCAT_(a, b)
#define TW_TRY_NAMED_(name, declaration, ...)  \
    auto name = (__VA_ARGS__);                 \
    if (!name)                                 \
        return name.error();                   \
    declaration = std::move(name).value()

/// TW_TRY(const auto shape, inferShape(node)): declares shape, or returns the error from the enclosing function.
#define TW_TRY(declaration, ...) TW_TRY_NAMED_(TW_CONCAT(twResult_, __COUNTER__), declaration, __VA_ARGS__)

/// TW_TRY_VOID(writeFile(...)): returns the error from the enclosing function.
#define TW_TRY_VOID(...)                                        \
    do {                                                        \
        if (auto twResult_ = (__VA_ARGS__); !twResult_)         \
            return twResult_.error();                           \
    } while (false)
