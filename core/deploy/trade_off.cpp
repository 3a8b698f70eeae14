// SPDX-License-Identifier: Apache-2.0
#include "core/deploy/trade_off.h"

#include "core/deploy/pipeline.h"
#include "core/engine/pareto.h"

namespace tw::deploy {
namespace {

/// A lowered node may stand for several imported ones, which all have its engine then. Of several nodes that lowering
/// made of one, the first that has a choice speaks.
std::map<std::string, std::string> pinsOf(const ir::Graph& graph, const engine::GraphChoices& open, const engine::Colors& colors)
{
    std::map<std::string, std::string> pins;
    for (std::size_t i = 0; i < graph.nodes.size(); ++i)
        if (open.nodes[i].choices.size() > 1)
            pins.emplace(engine::originsOf(graph.nodes[i]).front(), colors.at(graph.nodes[i].id));
    return pins;
}

/// Sees the network as the choice of engines sees it, and answers like first fit.
class Explorer : public engine::FirstFitMapper {
public:
    explicit Explorer(double seconds) : seconds_(seconds) {}

    Result<void> prepare(const ir::Graph& graph, const target::Target& target, const engine::GraphChoices& open,
                         Progress& progress) override
    {
        TW_TRY(auto front, engine::paretoFront(graph, target, open, seconds_, progress));
        points.clear();
        for (const auto& point : front) {
            TradeOff found{.cycles = point.cycles, .peakBytes = point.peakBytes, .proven = point.proven,
                           .pins = pinsOf(graph, open, point.engineOf)};
            for (const auto& [node, engine] : point.engineOf)
                ++found.nodesOf[engine];
            points.push_back(std::move(found));
        }
        return {};
    }

    std::vector<TradeOff> points;

private:
    double seconds_;
};

}  // namespace

Result<std::vector<TradeOff>> tradeOffs(const ir::Graph& imported, std::shared_ptr<const target::Target> target,
                                        const Options& options, double seconds, Progress& progress)
{
    const auto explorer = std::make_shared<Explorer>(seconds);
    auto exploring = options;
    exploring.mapper = explorer;
    TW_TRY(auto deployment, startDeployment(std::move(target), exploring));
    TW_TRY_VOID(lowerStage(deployment, withOperators(imported, *deployment.target), exploring, progress));
    return explorer->points;
}

}  // namespace tw::deploy
