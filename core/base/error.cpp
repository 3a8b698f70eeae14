// SPDX-License-Identifier: Apache-2.0
#include "core/base/error.h"

#include "core/base/text.h"

namespace tw {

std::string_view codeName(Code code)
{
    switch (code) {
    case Code::FileNotFound: return "file-not-found";
    case Code::FileUnreadable: return "file-unreadable";
    case Code::FileNotWritable: return "file-not-writable";
    case Code::NotOnnx: return "not-onnx";
    case Code::TruncatedFile: return "truncated-file";
    case Code::UnsupportedFormat: return "unsupported-format";
    case Code::ExternalDataMissing: return "external-data-missing";
    case Code::ExternalDataRefused: return "external-data-refused";
    case Code::BadGraph: return "bad-graph";
    case Code::BadAttribute: return "bad-attribute";
    case Code::BadShape: return "bad-shape";
    case Code::BadType: return "bad-type";
    case Code::RankTooSmall: return "rank-too-small";
    case Code::UnknownOperator: return "unknown-operator";
    case Code::UnknownShape: return "unknown-shape";
    case Code::UnsupportedOperator: return "unsupported-operator";
    case Code::UnsupportedVersion: return "unsupported-version";
    case Code::BadConstant: return "bad-constant";
    case Code::BadTarget: return "bad-target";
    case Code::UnknownTarget: return "unknown-target";
    case Code::BadExpression: return "bad-expression";
    case Code::NoKernel: return "no-kernel";
    case Code::MemoryOverflow: return "memory-overflow";
    case Code::TileTooLarge: return "tile-too-large";
    case Code::BadInput: return "bad-input";
    case Code::Mismatch: return "mismatch";
    case Code::ToolFailed: return "tool-failed";
    case Code::Cancelled: return "cancelled";
    case Code::BadUsage: return "bad-usage";
    case Code::Internal: return "internal";
    }
    return "internal";
}

std::string Error::text() const
{
    std::vector<std::string> where;
    if (!place.file.empty())
        where.push_back(place.file);
    if (!place.node.empty())
        where.push_back(cat("node ", place.node));
    if (!place.attribute.empty())
        where.push_back(cat("attribute ", place.attribute));
    if (place.byteOffset >= 0)
        where.push_back(cat("byte ", place.byteOffset));
    std::string result = join(where, ", ");
    if (!result.empty())
        result += ": ";
    result += message;
    if (!hint.empty())
        result += cat(" (", hint, ")");
    return result;
}

Error Error::at(Place where) const
{
    Error result = *this;
    if (result.place.file.empty())
        result.place.file = std::move(where.file);
    if (result.place.node.empty())
        result.place.node = std::move(where.node);
    if (result.place.attribute.empty())
        result.place.attribute = std::move(where.attribute);
    if (result.place.byteOffset < 0)
        result.place.byteOffset = where.byteOffset;
    return result;
}

}  // namespace tw
