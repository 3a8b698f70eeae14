// SPDX-License-Identifier: Apache-2.0
// The seam to the network: one request to a plain HTTP server. No redirects, no cookies, no encryption.
#pragma once

#include "core/base/progress.h"

#include <map>
#include <string>

namespace tw {

struct Url {
    std::string host;
    int port = 80;
    std::string path = "/";
};
/// "http://host:port/path". Fails with BadUsage for anything else.
Result<Url> parseUrl(const std::string& text);

struct HttpAnswer {
    int status = 0;
    std::map<std::string, std::string> headers = {};   // lower-case names
    std::string body;
};

struct HttpRequest {
    Url url;
    std::string body;
    std::string contentType = "application/octet-stream";
    double timeoutSeconds = 600;                       // for all of it
    std::size_t largestAnswer = 16 << 20;
};

/// POST. Fails with ToolFailed when the server cannot be reached, hangs up in the middle, or is too slow; with Cancelled
/// when cancelled. A status other than 200 is no failure of this function.
Result<HttpAnswer> postHttp(const HttpRequest& request, Progress& progress);

/// Reads an answer as it came over the wire. Fails with ToolFailed.
Result<HttpAnswer> parseHttpAnswer(const std::string& wire);

}  // namespace tw
