// SPDX-License-Identifier: Apache-2.0
#include "core/base/text.h"
#include "core/deploy/host_timing.h"

#include <fstream>

#include <sys/utsname.h>

namespace tw::deploy {
namespace {

std::string firstLine(const std::filesystem::path& path)
{
    std::ifstream file(path);
    std::string line;
    std::getline(file, line);
    return line;
}

std::string processorName()
{
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
        if (line.starts_with("model name") || line.starts_with("Model"))
            return std::string(trim(line.substr(line.find(':') + 1)));
    return {};
}

}  // namespace

std::map<std::string, std::string> machineFacts()
{
    std::map<std::string, std::string> facts;
    if (utsname name{}; ::uname(&name) == 0)
        facts["system"] = cat(name.sysname, " ", name.release, " ", name.machine);
    facts["processor"] = processorName();
    facts["governor"] = firstLine("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor");
    facts["turbo_disabled"] = firstLine("/sys/devices/system/cpu/intel_pstate/no_turbo");
    std::erase_if(facts, [](const auto& fact) { return fact.second.empty(); });
    return facts;
}

}  // namespace tw::deploy
