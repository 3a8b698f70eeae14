// SPDX-License-Identifier: Apache-2.0
#include "core/base/file.h"
#include "core/base/text.h"
#include "core/onnx/tensor_file.h"
#include "core/session/guard.h"
#include "core/session/session.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tw::session {
namespace {

constexpr std::size_t kChunk = 1 << 16;   // values between two looks at the cancel flag

/// Welford's running mean and variance: one pass, no cancellation of large sums.
struct Running {
    std::int64_t count = 0;
    double mean = 0;
    double squares = 0;

    void add(double value)
    {
        ++count;
        const double delta = value - mean;
        mean += delta / static_cast<double>(count);
        squares += delta * (value - mean);
    }
};

Result<TensorStatistics> statisticsOf(const std::vector<double>& values, int bins, Progress& progress)
{
    TensorStatistics result{.minimum = std::numeric_limits<double>::infinity(),
                            .maximum = -std::numeric_limits<double>::infinity(),
                            .elements = static_cast<std::int64_t>(values.size())};
    Running running;
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i % kChunk == 0)
            TW_TRY_VOID(progress.check());
        if (!std::isfinite(values[i])) {
            ++result.notFinite;
            continue;
        }
        result.zeros += values[i] == 0;
        result.minimum = std::min(result.minimum, values[i]);
        result.maximum = std::max(result.maximum, values[i]);
        running.add(values[i]);
    }
    if (running.count == 0) {
        result.minimum = result.maximum = 0;
        return result;
    }
    result.mean = running.mean;
    result.standardDeviation = std::sqrt(running.squares / static_cast<double>(running.count));
    result.binBegin = result.minimum;
    result.binWidth = (result.maximum - result.minimum) / bins;
    result.bins.assign(static_cast<std::size_t>(result.binWidth > 0 ? bins : 1), 0);
    for (const double value : values) {
        if (!std::isfinite(value))
            continue;
        const double position = result.binWidth > 0 ? (value - result.minimum) / result.binWidth : 0;
        ++result.bins[std::min(static_cast<std::size_t>(position), result.bins.size() - 1)];
    }
    return result;
}

/// Values of a file that is not there must not be taken for zeros.
Result<void> checkPresent(const ir::TensorData& data)
{
    if (!data.strings && static_cast<std::int64_t>(data.bytes.size()) < ir::byteCount(data.type, data.elements()))
        return Error{.code = Code::BadConstant, .message = "the values are not available", .hint = "external data may be missing"};
    return {};
}

}  // namespace

Result<TensorStatistics> tensorStatistics(const ir::TensorData& data, int bins, Progress& progress)
{
    return guarded([&]() -> Result<TensorStatistics> {
        TW_CHECK(bins > 0);
        if (ir::bitWidth(data.type) == 0 || data.type == ir::DataType::C64 || data.type == ir::DataType::C128)
            return Error{.code = Code::BadType, .message = cat("there are no statistics of ", ir::typeName(data.type), " values")};
        TW_TRY_VOID(checkPresent(data));
        return statisticsOf(ir::toDoubles(data), bins, progress);
    });
}

Result<void> saveTensor(const ir::TensorData& data, const std::filesystem::path& path, Progress& progress)
{
    return guarded([&]() -> Result<void> {
        TW_TRY_VOID(checkPresent(data));
        TW_TRY(const auto content, onnx::writeNpy(data));
        TW_TRY_VOID(progress.check());
        return writeFileAtomically(path, content);
    });
}

}  // namespace tw::session
