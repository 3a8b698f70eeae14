// SPDX-License-Identifier: Apache-2.0
// tilewright-layout: reads one group a request from stdin, writes its drawing to stdout, ends at end of input.
// Not for people: the workbench starts it, and ends it when it takes too long.
#include "app/layout/graphviz_layout.h"

#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

#include <cstdio>

namespace {

using namespace tw;

constexpr rlim_t kMemoryBytes = rlim_t{2} << 30;
constexpr rlim_t kCpuSeconds = 12;    // a request; the client gives up after 10 s of wall time

void limitMemory()
{
#if !defined(__SANITIZE_ADDRESS__)    // that one reserves terabytes of address space
    const rlimit limit{.rlim_cur = kMemoryBytes, .rlim_max = kMemoryBytes};
    setrlimit(RLIMIT_AS, &limit);
#endif
    const rlimit noCore{.rlim_cur = 0, .rlim_max = 0};
    setrlimit(RLIMIT_CORE, &noCore);
}

/// So that a helper whose client died does not run for ever.
void limitCpuFromNow()
{
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    rlimit limit{};
    getrlimit(RLIMIT_CPU, &limit);
    limit.rlim_cur = static_cast<rlim_t>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) + kCpuSeconds;
    setrlimit(RLIMIT_CPU, &limit);
}

bool readExactly(std::string& bytes)
{
    std::size_t done = 0;
    while (done < bytes.size()) {
        const ssize_t got = ::read(STDIN_FILENO, bytes.data() + done, bytes.size() - done);
        if (got <= 0)
            return false;
        done += static_cast<std::size_t>(got);
    }
    return true;
}

bool writeAll(std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t put = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
        if (put <= 0)
            return false;
        bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    return true;
}

Result<std::string> answer(layout::Graphviz& graphviz, std::string_view body)
{
    TW_TRY(const auto request, layout::readRequest(body));
    const auto drawing = graphviz.draw(request.problem);
    if (!drawing)
        return layout::failureFrame(request.id, drawing.error().message);
    return layout::responseFrame(request.id, *drawing);
}

int fail(const Error& error)
{
    std::fprintf(stderr, "tilewright-layout: %s\n", error.text().c_str());
    return 1;
}

}  // namespace

int main()
{
    limitMemory();
    layout::Graphviz graphviz;
    std::string header(layout::kFrameHeader, '\0');
    while (readExactly(header)) {
        const auto length = layout::bodyLength(header);
        if (!length)
            return fail(length.error());
        std::string body(*length, '\0');
        if (!readExactly(body))
            return fail({.code = Code::TruncatedFile, .message = "the request ends early"});
        limitCpuFromNow();
        const auto reply = answer(graphviz, body);
        if (!reply)
            return fail(reply.error());
        if (!writeAll(*reply))
            return 1;
    }
    return 0;
}
