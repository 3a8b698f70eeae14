// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/shared/number_text.h"

#include <gtest/gtest.h>

namespace tw::views {
namespace {

std::string si(qint64 value, const QString& unit = {})
{
    return siText(value, unit).replace(QChar(0x00A0), QLatin1Char(' ')).toStdString();
}

TEST(SiText, KeepsThreeDigitsAndPicksThePrefix)
{
    EXPECT_EQ(si(0), "0");
    EXPECT_EQ(si(987), "987");
    EXPECT_EQ(si(1000), "1.00 k");
    EXPECT_EQ(si(12'345), "12.3 k");
    EXPECT_EQ(si(123'456'789), "123 M");
    EXPECT_EQ(si(-2'500'000), "-2.50 M");
}

TEST(SiText, NeverShowsFourDigitsAfterRounding)
{
    EXPECT_EQ(si(999), "999");
    EXPECT_EQ(si(999'949), "1.00 M");
    EXPECT_EQ(si(9'999), "10.0 k");
}

TEST(SiText, PutsTheUnitBehindThePrefix)
{
    EXPECT_EQ(si(1536, QStringLiteral("B")), "1.54 kB");
    EXPECT_EQ(si(5, QStringLiteral("B")), "5 B");
}

TEST(Counted, UsesTheSingularForOneOnly)
{
    EXPECT_EQ(counted(1, "1 node", "%1 nodes"), QStringLiteral("1 node"));
    EXPECT_EQ(counted(0, "1 node", "%1 nodes"), QStringLiteral("0 nodes"));
    EXPECT_EQ(counted(2, "1 node", "%1 nodes"), QStringLiteral("2 nodes"));
}

}  // namespace
}  // namespace tw::views
