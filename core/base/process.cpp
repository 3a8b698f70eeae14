// SPDX-License-Identifier: Apache-2.0
#include "core/base/process.h"

#include "core/base/text.h"

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace tw {
namespace {

using Clock = std::chrono::steady_clock;

struct Child {
    pid_t pid = -1;
    int output = -1;   // read end of its stdout and stderr
};

[[noreturn]] void becomeProgram(const Command& command, char* const* argv, int output)
{
    ::setpgid(0, 0);
    const int nothing = ::open("/dev/null", O_RDONLY);
    ::dup2(nothing, STDIN_FILENO);
    ::dup2(output, STDOUT_FILENO);
    ::dup2(output, STDERR_FILENO);
    if (!command.workingDirectory.empty() && ::chdir(command.workingDirectory.c_str()) != 0)
        ::_exit(126);
    for (const auto& [name, value] : command.environment)
        ::setenv(name.c_str(), value.c_str(), 1);
    ::execvp(argv[0], argv);
    ::_exit(127);
}

Result<Child> start(const Command& command)
{
    TW_CHECK(!command.arguments.empty());
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0)
        return Error{.code = Code::ToolFailed, .message = cat("no pipe: ", std::strerror(errno))};
    std::vector<char*> argv;
    for (const auto& argument : command.arguments)
        argv.push_back(const_cast<char*>(argument.c_str()));
    argv.push_back(nullptr);
    const pid_t pid = ::fork();
    if (pid == 0)
        becomeProgram(command, argv.data(), ends[1]);
    ::close(ends[1]);
    if (pid < 0) {
        ::close(ends[0]);
        return Error{.code = Code::ToolFailed, .message = cat("cannot start ", command.arguments[0])};
    }
    return Child{pid, ends[0]};
}

/// Reads until the child closes its output, the deadline passes, or the job is cancelled.
Result<std::string> readAll(const Child& child, const Command& command, Progress& progress)
{
    std::string output;
    const auto deadline = Clock::now() + std::chrono::seconds(command.timeoutSeconds);
    char buffer[4096];
    while (true) {
        TW_TRY_VOID(progress.check());
        if (Clock::now() > deadline)
            return Error{.code = Code::ToolFailed,
                         .message = cat(command.arguments[0], " did not end within ", command.timeoutSeconds, " s")};
        pollfd waiting{child.output, POLLIN, 0};
        if (::poll(&waiting, 1, 50) <= 0)
            continue;
        const auto count = ::read(child.output, buffer, sizeof buffer);
        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return output;
        const std::string_view piece(buffer, static_cast<std::size_t>(count));
        output += piece;
        if (command.onOutput)
            command.onOutput(piece);
    }
}

int waitFor(pid_t pid)
{
    int status = 0;
    while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

Result<Finished> runCommand(const Command& command, Progress& progress)
{
    TW_TRY(const auto child, start(command));
    auto output = readAll(child, command, progress);
    if (!output)
        ::kill(-child.pid, SIGKILL);
    ::close(child.output);
    const int exitCode = waitFor(child.pid);
    if (!output)
        return output.error();
    if (exitCode == 127 && output.value().empty())
        return Error{.code = Code::ToolFailed, .message = cat(command.arguments[0], " was not found"),
                     .hint = "install it or add it to PATH"};
    return Finished{exitCode, std::move(output).value()};
}

}  // namespace tw
