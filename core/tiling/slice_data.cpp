// SPDX-License-Identifier: Apache-2.0
#include "core/tiling/slice_data.h"

#include <cstring>

namespace tw::tiling {

ir::TensorData sliceData(const ir::TensorData& data, std::span<const ops::Range> ranges)
{
    const auto rank = ranges.size();
    const auto element = static_cast<std::size_t>(ir::byteCount(data.type, 1));
    std::vector<std::int64_t> pitch(rank, 1);
    for (std::size_t d = rank; d-- > 1;)
        pitch[d - 1] = pitch[d] * data.shape[static_cast<int>(d)].value;
    std::vector<std::int64_t> sizes;
    std::vector<std::int64_t> at;
    std::int64_t count = 1;
    for (const auto& range : ranges) {
        sizes.push_back(range.end - range.begin);
        at.push_back(range.begin);
        count *= sizes.back();
    }
    std::vector<std::byte> bytes(static_cast<std::size_t>(count) * element);
    const std::int64_t run = rank == 0 ? 1 : sizes.back();
    for (std::int64_t done = 0; done < count; done += run) {
        std::int64_t from = 0;
        for (std::size_t d = 0; d < rank; ++d)
            from += at[d] * pitch[d];
        std::memcpy(bytes.data() + static_cast<std::size_t>(done) * element,
                    data.bytes.view.data() + static_cast<std::size_t>(from) * element, static_cast<std::size_t>(run) * element);
        for (std::size_t d = rank; d-- > 0;) {
            if (d + 1 < rank && ++at[d] < ranges[d].end)
                break;
            at[d] = ranges[d].begin;
        }
    }
    return {data.type, ir::Shape::of(sizes), Bytes::own(std::move(bytes))};
}

}  // namespace tw::tiling
