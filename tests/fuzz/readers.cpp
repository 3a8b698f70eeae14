// SPDX-License-Identifier: Apache-2.0
#include "tests/fuzz/reader.h"

#include "core/base/sealed_bytes.h"
#include "core/deploy/state.h"
#include "core/deploy/state_file.h"
#include "core/deploy/verify.h"
#include "core/latency/calculators/lookup_table.h"
#include "core/latency/container_file.h"
#include "core/latency/ignore.h"
#include "core/latency/search_space.h"
#include "core/latency/statistics.h"
#include "core/onnx/export.h"
#include "core/onnx/foreign_inference.h"
#include "core/onnx/import.h"
#include "core/onnx/tensor_file.h"
#include "core/ops/registry.h"
#include "core/session/session.h"
#include "core/target/load.h"
#include "core/target/platforms.h"
#include "tests/fuzz/scratch.h"
#include "tests/fuzz/seeds.h"

#include <algorithm>
#include <array>
#include <stdexcept>

namespace tw::fuzz {
namespace {

/// True for a value. A refusal is an answer too, but not one that blames ourselves.
template <class T>
bool answered(const Result<T>& result)
{
    if (!result && result.error().code == Code::Internal)
        throw std::logic_error(result.error().text());
    return static_cast<bool>(result);
}

void feedSearchSpace(const ir::Graph& graph)
{
    if (std::ranges::none_of(graph.nodes, latency::isSearchBlock))
        return;
    const auto space = latency::searchSpaceOf(graph);
    if (answered(space))
        answered(latency::materialise(space.value(), space->defaultArch()));
}

std::shared_ptr<const target::Target> hostTarget()
{
    static const auto target = std::make_shared<const target::Target>(target::loadTarget("host", target::installedPlaces()).value());
    return target;
}

void feedLowering(const ir::Graph& graph)
{
    Progress progress;
    deploy::Options options;
    deploy::completeOptions(graph, {}, options);
    auto deployment = deploy::startDeployment(hostTarget(), options).value();
    answered(deploy::lowerStage(deployment, graph, options, progress));
}

void feedModel(std::string_view input)
{
    Progress progress;
    auto imported = onnx::importOnnx(Bytes::copyOf(input), scratchFolder(), progress);
    if (!answered(imported))
        return;
    auto graph = std::move(imported->graph);
    Diagnostics diagnostics;
    ops::inferGraph(graph, diagnostics, onnx::inferForeign);
    for (const auto& node : graph.nodes)
        ops::countNode(graph, node);
    answered(onnx::exportOnnx(graph));
    feedSearchSpace(graph);
    feedLowering(graph);
}

void feedArrayArchive(std::string_view input)
{
    answered(onnx::readNpz(scratchFile("arrays.npz", input)));
}

void feedArray(std::string_view input)
{
    answered(onnx::readNpy(Bytes::copyOf(input)));
}

void feedTensor(std::string_view input)
{
    answered(onnx::readTensorPb(scratchFile("tensor.pb", input)));
}

void feedTarget(std::string_view input)
{
    const auto checked = target::checkTarget(scratchFile("target.json", input).string(), target::installedPlaces());
    if (answered(checked) && checked->faults.empty())
        answered(target::loadPlatforms(checked->target));
}

void feedStateFile(std::string_view input)
{
    scratchFile("net.state", input);
    answered(deploy::importState(scratchFolder(), "net"));
}

void feedStateText(std::string_view input)
{
    feedStateFile(deploy::packState(input));
}

void feedContainer(std::string_view input)
{
    const auto container = latency::fromBytes(std::as_bytes(std::span(input)));
    if (!answered(container))
        return;
    container->toString();
    latency::toCsv(container.value());
    latency::meanLatency(container.value());
    const auto bytes = latency::toBytes(container.value());
    const auto again = latency::fromBytes(std::as_bytes(std::span(bytes)));
    if (!answered(again) || !(again.value() == container.value()))
        throw std::logic_error("a container is not what was written of it");
}

void feedContainerPayload(std::string_view input)
{
    std::string file("LATCNTR\0", 8);
    appendLittleEndian(file, 1, 4);
    appendLittleEndian(file, input.size(), 8);
    file += input;
    appendLittleEndian(file, checksum32(input), 4);
    feedContainer(file);
}

void feedLatencyTable(std::string_view input)
{
    answered(latency::parseTable(input));
}

void feedSession(std::string_view input)
{
    answered(session::loadDocument(scratchFile("work.twproj", input)));
}

const std::array kReaders{
    Reader{"model", Form::Onnx, 1200, feedModel, modelSeeds},
    Reader{"array_archive", Form::Bytes, 8000, feedArrayArchive, arrayArchiveSeeds},
    Reader{"array", Form::Bytes, 20000, feedArray, arraySeeds},
    Reader{"tensor", Form::Bytes, 8000, feedTensor, tensorSeeds},
    Reader{"target", Form::Json, 100, feedTarget, targetSeeds},
    Reader{"state_text", Form::Json, 150, feedStateText, stateTextSeeds},
    Reader{"state_file", Form::Bytes, 2000, feedStateFile, stateFileSeeds},
    Reader{"latency_container", Form::Json, 4000, feedContainer, containerSeeds},
    Reader{"latency_payload", Form::Bytes, 20000, feedContainerPayload, containerPayloadSeeds},
    Reader{"latency_table", Form::Json, 4000, feedLatencyTable, latencyTableSeeds},
    Reader{"session", Form::Json, 4000, feedSession, sessionSeeds},
};

}  // namespace

std::span<const Reader> readers()
{
    return kReaders;
}

const Reader* findReader(std::string_view name)
{
    const auto found = std::ranges::find(kReaders, name, &Reader::name);
    return found == kReaders.end() ? nullptr : &*found;
}

}  // namespace tw::fuzz
