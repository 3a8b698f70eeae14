// SPDX-License-Identifier: Apache-2.0
#include "core/base/http.h"

#include "core/base/text.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstring>

#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace tw {
namespace {

using Clock = std::chrono::steady_clock;

Error failed(const Url& url, const std::string& why)
{
    return {.code = Code::ToolFailed, .message = cat("http://", url.host, ":", url.port, url.path, ": ", why)};
}

class Socket {
public:
    explicit Socket(int descriptor) : descriptor_(descriptor) {}
    Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    Socket& operator=(Socket&&) = delete;
    ~Socket()
    {
        if (descriptor_ >= 0)
            ::close(descriptor_);
    }
    int get() const { return descriptor_; }

private:
    int descriptor_;
};

/// Watches the time and the user while one waits for the other side.
class Wait {
public:
    Wait(const HttpRequest& request, Progress& progress)
        : request_(request), progress_(progress),
          deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(request.timeoutSeconds)))
    {
    }

    Result<void> until(int socket, short event) const
    {
        constexpr int kPollMs = 50;
        while (true) {
            TW_TRY_VOID(progress_.check());
            if (Clock::now() > deadline_)
                return failed(request_.url, cat("no answer within ", request_.timeoutSeconds, " s"));
            pollfd waiting{socket, event, 0};
            if (::poll(&waiting, 1, kPollMs) > 0)
                return {};
        }
    }

private:
    const HttpRequest& request_;
    Progress& progress_;
    Clock::time_point deadline_;
};

struct Addresses {
    addrinfo* list = nullptr;
    Addresses() = default;
    Addresses(const Addresses&) = delete;
    Addresses& operator=(const Addresses&) = delete;
    ~Addresses()
    {
        if (list)
            ::freeaddrinfo(list);
    }
};

Result<Socket> connectTo(const Url& url, const addrinfo& address, const Wait& wait)
{
    Socket socket(::socket(address.ai_family, address.ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK, address.ai_protocol));
    if (socket.get() < 0)
        return failed(url, cat("no socket: ", std::strerror(errno)));
    if (::connect(socket.get(), address.ai_addr, address.ai_addrlen) == 0)
        return socket;
    if (errno != EINPROGRESS)
        return failed(url, cat("cannot connect: ", std::strerror(errno)));
    TW_TRY_VOID(wait.until(socket.get(), POLLOUT));
    int error = 0;
    socklen_t length = sizeof error;
    ::getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &error, &length);
    if (error != 0)
        return failed(url, cat("cannot connect: ", std::strerror(error)));
    return socket;
}

Result<Socket> connectToAny(const Url& url, const Wait& wait)
{
    const addrinfo hints{.ai_flags = 0, .ai_family = AF_UNSPEC, .ai_socktype = SOCK_STREAM};
    Addresses found;
    const int status = ::getaddrinfo(url.host.c_str(), cat(url.port).c_str(), &hints, &found.list);
    if (status != 0)
        return failed(url, cat("no such host: ", ::gai_strerror(status)));
    Error last = failed(url, "the host has no address");
    for (const addrinfo* address = found.list; address; address = address->ai_next) {
        auto socket = connectTo(url, *address, wait);
        if (socket || socket.error().code == Code::Cancelled)
            return socket;
        last = socket.error();
    }
    return last;
}

Result<void> sendAll(const Socket& socket, const Url& url, const std::string& text, const Wait& wait)
{
    std::size_t sent = 0;
    while (sent < text.size()) {
        TW_TRY_VOID(wait.until(socket.get(), POLLOUT));
        const auto count = ::send(socket.get(), text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return failed(url, cat("cannot send: ", std::strerror(errno)));
        sent += static_cast<std::size_t>(count);
    }
    return {};
}

Result<std::string> receiveAll(const Socket& socket, const HttpRequest& request, const Wait& wait)
{
    std::string wire;
    char buffer[16384];
    while (true) {
        TW_TRY_VOID(wait.until(socket.get(), POLLIN));
        const auto count = ::recv(socket.get(), buffer, sizeof buffer, 0);
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count < 0)
            return failed(request.url, cat("the connection broke: ", std::strerror(errno)));
        if (count == 0)
            return wire;
        wire.append(buffer, static_cast<std::size_t>(count));
        if (wire.size() > request.largestAnswer)
            return failed(request.url, cat("the answer is longer than ", request.largestAnswer, " bytes"));
    }
}

Error badAnswer(const std::string& why)
{
    return {.code = Code::ToolFailed, .message = cat("the server's answer is no HTTP: ", why)};
}

Result<std::size_t> numberIn(std::string_view text, int base)
{
    std::size_t value = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (parsed.ec != std::errc() || parsed.ptr == text.data())
        return badAnswer(cat("\"", text, "\" is no length"));
    return value;
}

/// Pieces, each with its length before it.
Result<std::string> unchunked(std::string_view body)
{
    std::string whole;
    while (true) {
        const auto line = body.find("\r\n");
        if (line == std::string_view::npos)
            return badAnswer("it ends in the middle");
        TW_TRY(const auto length, numberIn(body.substr(0, line), 16));
        body.remove_prefix(line + 2);
        if (length == 0)
            return whole;
        if (length + 2 < length || body.size() < length + 2)
            return badAnswer("it ends in the middle");
        whole += body.substr(0, length);
        body.remove_prefix(length + 2);
    }
}

void readHeaders(std::string_view lines, HttpAnswer& answer)
{
    for (const auto& line : split(lines, '\n'))
        if (const auto colon = line.find(':'); colon != std::string::npos)
            answer.headers[toLower(trim(line.substr(0, colon)))] = std::string(trim(line.substr(colon + 1)));
}

}  // namespace

Result<Url> parseUrl(const std::string& text)
{
    constexpr std::string_view kScheme = "http://";
    const auto bad = [&](const std::string& why) {
        return Error{.code = Code::BadUsage, .message = cat("\"", text, "\" is no address: ", why), .hint = "give http://host:port/path"};
    };
    if (!text.starts_with(kScheme))
        return bad("it does not begin with http://");
    const auto rest = text.substr(kScheme.size());
    const auto slash = rest.find('/');
    const auto place = rest.substr(0, slash);
    Url url{.host = place, .path = slash == std::string::npos ? "/" : rest.substr(slash)};
    if (std::any_of(url.path.begin(), url.path.end(), [](unsigned char c) { return c <= ' ' || c == 127; }))
        return bad("there are blanks in the path");
    if (const auto colon = place.rfind(':'); colon != std::string::npos) {
        url.host = place.substr(0, colon);
        const auto parsed = std::from_chars(place.data() + colon + 1, place.data() + place.size(), url.port);
        if (parsed.ec != std::errc() || parsed.ptr != place.data() + place.size() || url.port < 1 || url.port > 65535)
            return bad("the port is no number from 1 to 65535");
    }
    if (url.host.empty() || url.host.find_first_of(" \r\n@") != std::string::npos)
        return bad("there is no host");
    return url;
}

Result<HttpAnswer> parseHttpAnswer(const std::string& wire)
{
    const auto end = wire.find("\r\n\r\n");
    const auto first = wire.find("\r\n");
    if (end == std::string::npos || !wire.starts_with("HTTP/1.") || first < 12)
        return badAnswer("there is no head");
    HttpAnswer answer;
    TW_TRY(const auto status, numberIn(std::string_view(wire).substr(9, 3), 10));
    answer.status = static_cast<int>(status);
    readHeaders(std::string_view(wire).substr(first + 2, end - first), answer);
    answer.body = wire.substr(end + 4);
    const auto encoding = answer.headers.find("transfer-encoding");
    if (encoding != answer.headers.end() && toLower(encoding->second) == "chunked") {
        TW_TRY(answer.body, unchunked(answer.body));
    } else if (const auto length = answer.headers.find("content-length"); length != answer.headers.end()) {
        TW_TRY(const auto bytes, numberIn(length->second, 10));
        if (answer.body.size() < bytes)
            return badAnswer("it ends in the middle");
        answer.body.resize(bytes);
    }
    return answer;
}

Result<HttpAnswer> postHttp(const HttpRequest& request, Progress& progress)
{
    const Wait wait(request, progress);
    TW_TRY(const auto socket, connectToAny(request.url, wait));
    const auto head = cat("POST ", request.url.path, " HTTP/1.1\r\nHost: ", request.url.host, ":", request.url.port,
                          "\r\nContent-Type: ", request.contentType, "\r\nContent-Length: ", request.body.size(),
                          "\r\nConnection: close\r\n\r\n");
    TW_TRY_VOID(sendAll(socket, request.url, head, wait));
    TW_TRY_VOID(sendAll(socket, request.url, request.body, wait));
    TW_TRY(const auto wire, receiveAll(socket, request, wait));
    return parseHttpAnswer(wire);
}

}  // namespace tw
