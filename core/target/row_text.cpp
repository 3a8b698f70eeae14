// SPDX-License-Identifier: Apache-2.0
#include "core/target/row_text.h"

#include "core/base/text.h"

namespace tw::target {

std::string typesText(const std::vector<ir::DataType>& types)
{
    std::vector<std::string_view> names;
    for (const auto type : types)
        names.push_back(ir::typeName(type));
    return join(names, " or ");
}

std::string conditionText(const KernelRow& row)
{
    return row.whenSentence.empty() && row.when ? cat("needs ", row.when->text()) : row.whenSentence;
}

std::string constantText(const std::string& operand)
{
    return cat(operand, " must be a constant");
}

std::string layoutText(const KernelRow& row)
{
    return cat("the kernel wants ", row.layout, " data");
}

}  // namespace tw::target
