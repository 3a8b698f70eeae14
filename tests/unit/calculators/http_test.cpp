// SPDX-License-Identifier: Apache-2.0
// time.http against a stub on the loopback.
#include "core/base/file.h"
#include "core/base/http.h"
#include "core/base/sha256.h"
#include "core/latency/calculators/http_calculator.h"
#include "tests/generator/shape_builder.h"
#include "tests/unit/calculators/counting.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>

namespace tw::latency::test {
namespace {

/// Gives its answers one after the other, each to one connection, and keeps what it was sent.
class StubServer {
public:
    explicit StubServer(std::vector<std::string> answers) : answers_(std::move(answers))
    {
        socket_ = ::socket(AF_INET, SOCK_STREAM, 0);
        sockaddr_in address{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}};
        EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
        EXPECT_EQ(::listen(socket_, 4), 0);
        socklen_t length = sizeof address;
        ::getsockname(socket_, reinterpret_cast<sockaddr*>(&address), &length);
        port_ = ntohs(address.sin_port);
        thread_ = std::thread([this] { serve(); });
    }
    ~StubServer() { stop(); }

    std::string url() const { return "http://127.0.0.1:" + std::to_string(port_) + "/measurement_latency"; }
    const std::vector<std::string>& requests()
    {
        stop();
        return requests_;
    }

private:
    void stop()
    {
        if (!thread_.joinable())
            return;
        ::shutdown(socket_, SHUT_RDWR);
        thread_.join();
        ::close(socket_);
    }
    void serve()
    {
        for (const auto& answer : answers_) {
            const int connection = ::accept(socket_, nullptr, nullptr);
            if (connection < 0)
                return;
            requests_.push_back(receive(connection));
            if (!answer.empty()) {   // empty: hang up
                EXPECT_EQ(::send(connection, answer.data(), answer.size(), MSG_NOSIGNAL), static_cast<ssize_t>(answer.size()));
            }
            ::close(connection);
        }
    }
    static std::string receive(int connection)
    {
        std::string text;
        char buffer[4096];
        while (true) {
            const auto head = text.find("\r\n\r\n");
            const auto length = text.find("Content-Length: ");
            if (head != std::string::npos && text.size() >= head + 4 + std::stoul(text.substr(length + 16)))
                return text;
            const auto count = ::recv(connection, buffer, sizeof buffer, 0);
            if (count <= 0)
                return text;
            text.append(buffer, static_cast<std::size_t>(count));
        }
    }

    std::vector<std::string> answers_;
    std::vector<std::string> requests_;
    int socket_ = -1;
    int port_ = 0;
    std::thread thread_;
};

std::string answer(const std::string& body, const std::string& status = "200 OK")
{
    return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

Result<Calculation> ask(const std::string& url, CalculatorOptions options = {})
{
    options.extra["url"] = url;
    options.extra.try_emplace("retry_pauses", "0,0");
    samples::ShapeBuilder net("tiny", ir::Shape{1, 4});
    const auto graph = net.finish(net.apply("relu", "Relu", {net.input()}));
    Progress progress;
    return HttpCalculator().calculate({.graph = graph}, options, progress);
}

TEST(HttpCalculator, PostsTheModelAndKeepsWhatTheServerSays)
{
    StubServer server({answer(R"({"latency": 1.5, "memory": 64, "max": 2})")});
    const auto result = ask(server.url());
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->total, 1.5);
    EXPECT_EQ(result->how.at("memory"), "64");
    ASSERT_EQ(server.requests().size(), 1u);
    const auto& request = server.requests()[0];
    EXPECT_TRUE(request.starts_with("POST /measurement_latency HTTP/1.1\r\n"));
    EXPECT_NE(request.find("Content-Type: application/octet-stream\r\n"), std::string::npos);
    EXPECT_NE(request.find("Relu"), std::string::npos);
}

TEST(HttpCalculator, TriesAgainWhenTheServerHangsUp)
{
    StubServer server({"", answer(R"({"latency": 2})")});
    const auto result = ask(server.url());
    ASSERT_TRUE(result) << result.error().text();
    EXPECT_EQ(result->total, 2);
}

TEST(HttpCalculator, AStatusOtherThan200IsFinalAndARedirectIsRefused)
{
    StubServer broken({answer("board is off", "500 Internal Server Error"), answer(R"({"latency": 2})")});
    const auto result = ask(broken.url());
    ASSERT_FALSE(result);
    EXPECT_EQ(faultOf(result.error()), Fault::CellFailed);
    EXPECT_NE(result.error().message.find("board is off"), std::string::npos);
    StubServer moved({"HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n"});
    const auto redirected = ask(moved.url());
    ASSERT_FALSE(redirected);
    EXPECT_NE(redirected.error().message.find("redirects"), std::string::npos);
}

TEST(HttpCalculator, OnlyAFinitePositiveLatencyCounts)
{
    for (const auto* body : {R"({"latency": 0})", R"({"latency": null})", "null", "not json"}) {
        StubServer server({answer(body)});
        EXPECT_FALSE(ask(server.url())) << body;
    }
}

TEST(HttpCalculator, GivesUpOnASilentServer)
{
    const int silent = ::socket(AF_INET, SOCK_STREAM, 0);
    sockaddr_in address{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}};
    ASSERT_EQ(::bind(silent, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    ASSERT_EQ(::listen(silent, 1), 0);
    socklen_t length = sizeof address;
    ::getsockname(silent, reinterpret_cast<sockaddr*>(&address), &length);
    CalculatorOptions options;
    options.extra = {{"timeout", "0.2"}, {"retry_pauses", ""}};
    const auto result = ask("http://127.0.0.1:" + std::to_string(ntohs(address.sin_port)) + "/", options);
    ::close(silent);
    ASSERT_FALSE(result);
    EXPECT_NE(result.error().message.find("no answer within"), std::string::npos) << result.error().message;
}

TEST(HttpCalculator, AsksOnlyOnceWhenItKeepsAnswers)
{
    const auto folder = TemporaryFolder::create("http-cache");
    ASSERT_TRUE(folder);
    CalculatorOptions options;
    options.extra["cache"] = (folder->path() / "answers").string();
    StubServer server({answer(R"({"latency": 3})")});
    const auto first = ask(server.url(), options);
    ASSERT_TRUE(first) << first.error().text();
    EXPECT_EQ(first->how.at("from_cache"), "false");
    const auto second = ask(server.url(), options);
    ASSERT_TRUE(second);
    EXPECT_EQ(second->total, 3);
    EXPECT_EQ(second->how.at("from_cache"), "true");
    EXPECT_EQ(server.requests().size(), 1u);
}

TEST(HttpCalculator, RefusesAddressesThatItDoesNotSpeak)
{
    for (const auto* url : {"https://host/", "host:1/x", "http://", "http://host:99999/", "http://host/a b", "http://user@host/"})
        EXPECT_EQ(faultOf(ask(url).error()), Fault::BadOption) << url;
}

/// Opcodes by the documentation of Python's pickletools.
TEST(PickledDictionary, IsTheFixedTemplateByteForByte)
{
    using namespace std::string_literals;
    const auto plain = pickledDictionary("\0\xff!"s, "{}");
    ASSERT_TRUE(plain);
    EXPECT_EQ(*plain, "\x80\x03}(X\x05\0\0\0modelB\x03\0\0\0\0\xff!u."s);
    const auto more = pickledDictionary("", R"({"b": true, "f": 1.5, "n": -2, "t": "x"})");
    ASSERT_TRUE(more);
    EXPECT_EQ(*more, "\x80\x03}(X\x05\0\0\0modelB\0\0\0\0X\x01\0\0\0b\x88X\x01\0\0\0fG\x3f\xf8\0\0\0\0\0\0X\x01\0\0\0nJ\xfe\xff\xff\xffX\x01\0\0\0tX\x01\0\0\0xu."s);
    EXPECT_FALSE(pickledDictionary("", R"({"list": [1]})"));
    EXPECT_FALSE(pickledDictionary("", "[]"));
}

TEST(HttpAnswer, ReadsPiecesAndRefusesHalfAnswers)
{
    const auto pieces = parseHttpAnswer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"la\r\n3\r\n\"}\n\r\n0\r\n\r\n");
    ASSERT_TRUE(pieces);
    EXPECT_EQ(pieces->body, "{\"la\"}\n");
    for (const auto* wire : {"", "HTTP/1.1 200", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nshort", "ICY 200 OK\r\n\r\n",
                             "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\nx", "HTTP/1.1 abc\r\n\r\n"})
        EXPECT_FALSE(parseHttpAnswer(wire)) << wire;
}

TEST(Sha256, OfTheStandardsExamples)
{
    EXPECT_EQ(sha256("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(sha256("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"),
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    EXPECT_EQ(sha256(std::string(1000000, 'a')), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

}  // namespace
}  // namespace tw::latency::test
