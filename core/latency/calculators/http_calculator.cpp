// SPDX-License-Identifier: Apache-2.0
#include "core/latency/calculators/http_calculator.h"

#include "core/base/file.h"
#include "core/base/http.h"
#include "core/base/sha256.h"
#include "core/base/text.h"
#include "core/latency/calculators/common.h"
#include "core/latency/calculators/measured_answer.h"
#include "core/onnx/export.h"

#include <nlohmann/json.hpp>

#include <bit>
#include <chrono>
#include <limits>
#include <thread>

namespace tw::latency {
namespace {

using Json = nlohmann::json;

const std::vector<std::string> kOptions{"url", "body", "timeout", "arguments", "cache", "retry_pauses"};

std::string littleEndian(std::uint32_t value)
{
    std::string bytes;
    for (int shift = 0; shift < 32; shift += 8)
        bytes += static_cast<char>(value >> shift & 0xff);
    return bytes;
}

std::string bigEndian(double value)
{
    const auto bits = std::bit_cast<std::uint64_t>(value);
    std::string bytes;
    for (int shift = 56; shift >= 0; shift -= 8)
        bytes += static_cast<char>(bits >> shift & 0xff);
    return bytes;
}

// Opcodes of the pickle machine.
std::string pickledText(std::string_view text)
{
    return cat('X', littleEndian(static_cast<std::uint32_t>(text.size())), text);
}

Result<std::string> pickledValue(const std::string& name, const Json& value)
{
    if (value.is_string())
        return pickledText(value.get_ref<const std::string&>());
    if (value.is_boolean())
        return std::string(value.get<bool>() ? "\x88" : "\x89");
    if (value.is_number_float())
        return cat('G', bigEndian(value.get<double>()));
    if (value.is_number_integer()) {
        const auto number = value.get<std::int64_t>();
        if (number >= std::numeric_limits<std::int32_t>::min() && number <= std::numeric_limits<std::int32_t>::max())
            return cat('J', littleEndian(static_cast<std::uint32_t>(number)));
    }
    return faultError(Fault::BadOption, cat("argument ", name, " is ", value.dump()), "give a text, a number or a boolean");
}

struct Server {
    Url url;
    bool pickles = false;
    double timeout = 600;
    std::string arguments;
    std::filesystem::path cache;
    std::vector<double> pauses;
};

Result<Server> serverOf(const CalculatorOptions& options)
{
    TW_TRY_VOID(checkOptions(options, kOptions));
    Server server{.url = {}, .arguments = optionOf(options, "arguments", "{}"), .cache = optionOf(options, "cache", "")};
    auto url = parseUrl(optionOf(options, "url", "http://localhost:15003/measurement_latency"));
    if (!url)
        return faultError(Fault::BadOption, cat("option url: ", url.error().message), url.error().hint);
    server.url = std::move(*url);
    const auto body = optionOf(options, "body", "raw");
    if (body != "raw" && body != "pickle-dict")
        return faultError(Fault::BadOption, cat("option body is \"", body, "\""), "give raw or pickle-dict");
    server.pickles = body == "pickle-dict";
    TW_TRY(server.timeout, numberOf(options, "timeout", 600, 0.01, 1e6));
    for (const auto& pause : split(optionOf(options, "retry_pauses", "1,1,1,5,5,5,60,60,60"), ',')) {
        if (pause.empty())
            continue;
        CalculatorOptions one{.extra = {{"retry_pauses", pause}}};
        TW_TRY(const auto seconds, numberOf(one, "retry_pauses", 0, 0, 3600));
        server.pauses.push_back(seconds);
    }
    return server;
}

Result<void> pause(double seconds, Progress& progress)
{
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration<double>(seconds);
    while (Clock::now() < end) {
        TW_TRY_VOID(progress.check());
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    return {};
}

/// Transport errors are tried again, an answer is final.
Result<HttpAnswer> ask(const Server& server, const std::string& body, Progress& progress)
{
    for (std::size_t tries = 0;; ++tries) {
        auto answer = postHttp({.url = server.url, .body = body, .timeoutSeconds = server.timeout}, progress);
        if (answer || answer.error().code == Code::Cancelled || tries == server.pauses.size())
            return answer;
        progress.report(-1, cat(answer.error().message, "; trying again"));
        TW_TRY_VOID(pause(server.pauses[tries], progress));
    }
}

Result<std::string> measured(const Server& server, const std::string& model, Progress& progress)
{
    std::string body = model;
    if (server.pickles) {
        TW_TRY(body, pickledDictionary(model, server.arguments));
    }
    const auto answer = ask(server, body, progress);
    if (!answer && answer.error().code == Code::Cancelled)
        return answer.error();
    if (!answer)
        return faultError(Fault::CellFailed, answer.error().message, answer.error().hint);
    if (answer->status >= 300 && answer->status < 400)
        return faultError(Fault::CellFailed, cat("the server redirects (status ", answer->status, "), which is not followed"));
    if (answer->status != 200)
        return faultError(Fault::CellFailed, cat("the server answers with status ", answer->status, ": ", answer->body.substr(0, 4096)));
    return answer->body;
}

std::filesystem::path cacheFile(const Server& server, const std::string& model)
{
    const auto key = sha256(cat(sha256(model), "\n", server.url.host, ":", server.url.port, server.url.path, "\n",
                                server.pickles ? "pickle-dict" : "raw", "\n", server.arguments));
    return server.cache / (key + ".json");
}

}  // namespace

Result<std::string> pickledDictionary(std::string_view model, std::string_view argumentsJson)
{
    if (model.size() > std::numeric_limits<std::uint32_t>::max())
        return faultError(Fault::TooLarge, "a model of more than 4 GiB cannot be sent as a dictionary", "use body=raw");
    const auto arguments = Json::parse(argumentsJson, nullptr, false);
    if (!arguments.is_object())
        return faultError(Fault::BadOption, "option arguments is no JSON object");
    // protocol 3, an empty dictionary, a mark, keys and values, set them, stop
    std::string pickle = cat("\x80\x03}(", pickledText("model"), 'B', littleEndian(static_cast<std::uint32_t>(model.size())), model);
    for (const auto& [name, value] : arguments.items()) {
        TW_TRY(const auto text, pickledValue(name, value));
        pickle += pickledText(name) + text;
    }
    return pickle + "u.";
}

std::string HttpCalculator::measures() const
{
    return "What a latency server measures on its device.";
}

Result<Calculation> HttpCalculator::calculate(const CalculationInput& input, const CalculatorOptions& options, Progress& progress) const
{
    TW_TRY(const auto server, serverOf(options));
    TW_TRY(const auto model, onnx::exportOnnx(input.graph));
    const auto file = server.cache.empty() ? std::filesystem::path() : cacheFile(server, model);
    const bool known = !file.empty() && std::filesystem::exists(file);
    std::string text;
    if (known) {
        TW_TRY(text, readTextFile(file));
    } else {
        const std::lock_guard lock(oneAtATime_);
        TW_TRY(text, measured(server, model, progress));
    }
    TW_TRY(const auto answer, readAnswer(text));
    if (!file.empty() && !known) {
        std::error_code error;
        std::filesystem::create_directories(server.cache, error);
        TW_TRY_VOID(writeFileAtomically(file, text));
    }
    TW_TRY(auto result, calculationOf(answer, input, options, unit()));
    result.how["url"] = cat("http://", server.url.host, ":", server.url.port, server.url.path);
    result.how["model_sha256"] = sha256(model);
    result.how["from_cache"] = known ? "true" : "false";
    return result;
}

}  // namespace tw::latency
