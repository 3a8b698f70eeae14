// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/host_timing.h"

#include "core/base/process.h"
#include "core/base/text.h"
#include "core/target/load.h"

#include <charconv>

namespace tw::deploy {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFlags = "-std=c99 -O2";

std::vector<std::string> linesOf(const std::string& text)
{
    return split(text, '\n');
}

/// The lines of network_run that belong to the node, without those of other sections.
std::string callText(const codegen::Project& project, const ir::NodeId& node, const std::vector<std::string>& source)
{
    const auto inference = project.sections.find("inference");
    const auto marks = project.marks.find(node);
    if (inference == project.sections.end() || marks == project.marks.end())
        return {};
    std::string text;
    const auto& mark = marks->second.back();   // arguments and team function stand before the call
    for (int line = mark.firstLine; line <= mark.lastLine; ++line)
        text += source.at(static_cast<std::size_t>(line - 1)) + "\n";
    return text;
}

/// A program that sees into network.c, with a function for each node.
std::string timingMain(const Deployment& deployment, const std::vector<std::size_t>& nodes, const std::string& network)
{
    const auto source = linesOf(network);
    std::string text = "#include \"network.c\"\n#include \"test_vectors.h\"\n#include \"tw_timing.h\"\n#include <string.h>\n";
    std::string table;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto call = callText(deployment.project, deployment.lowered->nodes[nodes[i]].id, source);
        text += cat("static void timed_", i, "(void)\n{\n", call, "}\n");
        table += cat("timed_", i, ", ");
    }
    text += cat("static void (*const timed[])(void) = {", table, "NULL};\n");
    text += R"(static void prepare(void)
{
    for (int32_t i = 0; i < NETWORK_INPUTS; ++i)
        memcpy(network_input(i), test_inputs[i], (size_t)network_input_ports[i].bytes);
}

int main(int argc, char **argv)
{
    tw_timing_plan plan;
    if (tw_timing_arguments(argc, argv, &plan) != 0 || network_init() != 0)
        return 2;
)";
    text += cat("    const tw_timed_network network = {prepare, timed, ", nodes.size(), ", network_run};\n");
    return text + "    tw_timing_run(&network, &plan);\n    network_shutdown();\n    return 0;\n}\n";
}

Result<std::string> compilerVersion(Progress& progress)
{
    TW_TRY(const auto finished, runCommand({.arguments = {"cc", "--version"}}, progress));
    return split(finished.output, '\n').front();
}

Result<void> compile(const fs::path& folder, const std::map<std::string, std::string>& files, Progress& progress)
{
    Command command{.arguments = {"cc"}, .workingDirectory = folder};
    for (const auto& flag : split(kFlags, ' '))
        command.arguments.push_back(flag);
    for (const auto* flag : {"-pthread", "-I.", "-Ikernels/include"})
        command.arguments.emplace_back(flag);
    for (const auto& [name, content] : files)
        if (name.ends_with(".c") && name != "main.c" && name != "network.c")   // timing_main.c includes network.c
            command.arguments.push_back(name);
    command.arguments.insert(command.arguments.end(), {"-lm", "-o", "timing"});
    TW_TRY(const auto finished, runCommand(command, progress));
    if (finished.exitCode != 0)
        return Error{.code = Code::ToolFailed, .message = cat("compiling the timing program failed:\n", finished.output)};
    return {};
}

double numberIn(const std::string& word)
{
    double value = 0;
    std::from_chars(word.data(), word.data() + word.size(), value);
    return value;
}

/// Tells how far the program is, by its lines "ROUND n".
class RoundCounter {
public:
    RoundCounter(int rounds, Progress& progress) : rounds_(rounds), progress_(progress) {}

    void read(std::string_view piece)
    {
        text_ += piece;
        const auto at = text_.rfind("ROUND ");
        const auto end = at == std::string::npos ? at : text_.find('\n', at);
        if (end == std::string::npos)
            return;
        const double done = numberIn(text_.substr(at + 6, end - at - 6));
        progress_.report(done / rounds_, cat("samples ", done, " of ", rounds_));
        text_.erase(0, end);
    }

private:
    int rounds_;
    Progress& progress_;
    std::string text_;
};

}  // namespace

Result<TimingProgram> TimingProgram::build(const Deployment& deployment, const std::vector<ir::TensorData>& inputs, Progress& progress)
{
    if (!deployment.complete())
        return deployment.binding.diagnostics.front().error;
    std::vector<std::size_t> nodes;
    for (std::size_t i = 0; i < deployment.binding.nodes.size(); ++i)
        if (deployment.binding.nodes[i].row >= 0)
            nodes.push_back(i);
    auto files = projectFiles(deployment, {.inputs = inputs, .expected = {}});
    const auto timing = target::installedPlaces().targets / "common" / "timing";
    for (const auto* name : {"tw_timing.c", "tw_timing.h"}) {
        TW_TRY(files[name], readTextFile(timing / name));
    }
    files["timing_main.c"] = timingMain(deployment, nodes, files.at("network.c"));
    TW_TRY(auto folder, TemporaryFolder::create("tilewright-timing"));
    TimingProgram program(std::move(folder), std::move(nodes));
    const auto project = program.folder_->path() / "project";
    TW_TRY_VOID(writeFolderAtomically(project, files));
    TW_TRY_VOID(compile(project, files, progress));
    program.how_ = machineFacts();
    TW_TRY(program.how_["compiler"], compilerVersion(progress));
    program.how_["flags"] = kFlags;
    program.how_["target"] = deployment.target->name;
    return program;
}

Result<HostTiming> TimingProgram::run(const TimingOptions& options, Progress& progress) const
{
    RoundCounter counter(options.runs, progress);
    const Command command{.arguments = {"./timing", cat(options.warmup), cat(options.runs), numberText(options.minimumSampleMicroseconds),
                                        numberText(options.secondsPerNode), options.cold ? "1" : "0", cat(options.core)},
                          .workingDirectory = folder_->path() / "project",
                          .onOutput = [&](std::string_view piece) { counter.read(piece); },
                          .timeoutSeconds = 24 * 3600};
    TW_TRY(const auto finished, runCommand(command, progress));
    if (finished.exitCode != 0)
        return Error{.code = Code::ToolFailed, .message = cat("the timing program ended with exit code ", finished.exitCode, ":\n", finished.output)};
    TW_TRY(auto timing, readTiming(finished.output, timedNodes_.size()));
    timing.how["cache"] = options.cold ? "cold" : "warm";
    return timing;
}

Result<HostTiming> readTiming(std::string_view output, std::size_t nodes)
{
    HostTiming timing{.nodes = std::vector<std::vector<double>>(nodes)};
    std::vector<std::string> inner;
    for (const auto& line : split(output, '\n')) {
        const auto words = split(line, ' ');
        const auto index = words.size() > 1 ? static_cast<std::int64_t>(numberIn(words[1])) : -2;
        const bool known = index >= -1 && index < static_cast<std::int64_t>(nodes);
        if (words[0] == "LAT" && words.size() == 3 && known)
            (index < 0 ? timing.whole : timing.nodes[static_cast<std::size_t>(index)]).push_back(numberIn(words[2]));
        else if (words[0] == "INNER" && words.size() == 3 && known)
            inner.push_back(words[2]);
        else if (words[0] == "CLOCK" && words.size() == 3)
            timing.how["clock"] = cat("monotonic, overhead ", words[1], " ns, granularity ", words[2], " ns");
        else if (words[0] == "PINNED" && words.size() == 2)
            timing.how["pinned"] = words[1] == "-1" ? "false" : cat("core ", words[1]);
        else if (words[0] == "FLUSH" && words.size() == 2)
            timing.how["flush_to_zero"] = words[1] == "1" ? "true" : "false";
        else if (words[0] == "SWEPT" && words.size() == 2)
            timing.how["swept_bytes"] = words[1];
    }
    timing.how["inner_calls"] = join(inner, " ");
    for (std::size_t i = 0; i < nodes; ++i)
        if (timing.nodes[i].empty())
            return Error{.code = Code::ToolFailed, .message = cat("the timing program has no sample of node ", i)};
    if (timing.whole.empty())
        return Error{.code = Code::ToolFailed, .message = "the timing program has no sample of the whole network"};
    return timing;
}

}  // namespace tw::deploy
