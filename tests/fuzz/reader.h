// SPDX-License-Identifier: Apache-2.0
// Everything that reads files from elsewhere, as functions from bytes to nothing. Whatever the bytes are, a reader may
// only say no: a crash, a hang, an exception, or an error of code Internal is a fault.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tw::fuzz {

enum class Form { Bytes, Json, Onnx };           // how inputs are changed, see mutate.h

struct Reader {
    std::string_view name;
    Form form = Form::Bytes;
    int mutations = 0;                           // that the plain test tries: about a second
    void (*feed)(std::string_view input) = nullptr;   // throws std::logic_error for an answer that is none
    std::vector<std::string> (*seeds)() = nullptr;    // files that are as they should be; never none
};

std::span<const Reader> readers();

/// nullptr when there is none of that name.
const Reader* findReader(std::string_view name);

}  // namespace tw::fuzz
