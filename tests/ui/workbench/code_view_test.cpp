// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/workbench/fake_engine.h"
#include "views/code/code_editor.h"
#include "views/code/code_view.h"

#include <QLineEdit>
#include <QTest>
#include <QTextBlock>
#include <QTextLayout>
#include <QTreeWidget>

#include <gtest/gtest.h>

namespace tw::views {
namespace {

struct CodeViewTest : testing::Test {
    Selection selection;
    CodeView view{selection};

    void show(int nodes)
    {
        view.resize(900, 300);
        view.show();
        view.setSnapshot(test::deployedSnapshot(test::chainSnapshot(nodes)));
        QTest::qWait(10);
        ASSERT_TRUE(QTest::qWaitFor([this] { return view.settled(); }));
    }
    int markedLines() const { return static_cast<int>(const_cast<CodeView&>(view).editor().extraSelections().size()); }
    int markedLine(int index)
    {
        return view.editor().extraSelections().at(index).cursor.blockNumber() + 1;
    }
};

TEST_F(CodeViewTest, ListsTheFilesAndOpensTheNetwork)
{
    show(6);
    auto* files = view.findChild<QTreeWidget*>(QStringLiteral("codeFiles"));
    EXPECT_EQ(files->topLevelItemCount(), 3);
    EXPECT_EQ(view.currentFile(), QStringLiteral("network.c"));
    EXPECT_TRUE(view.editor().toPlainText().startsWith(QLatin1String("/* network */")));
}

TEST_F(CodeViewTest, MarksTheLinesOfTheSelectedNodes)
{
    show(6);
    selection.setNodes({1, 3});
    QTest::qWait(10);
    ASSERT_EQ(markedLines(), 2);
    EXPECT_EQ(markedLine(0), 4);          // two lines of preamble, then one per node
    EXPECT_EQ(markedLine(1), 6);
}

TEST_F(CodeViewTest, ShowsTheFileOfTheSelectionWhenAnotherIsOpen)
{
    show(6);
    auto* files = view.findChild<QTreeWidget*>(QStringLiteral("codeFiles"));
    files->setCurrentItem(files->findItems(QStringLiteral("network.h"), Qt::MatchExactly).front());
    EXPECT_EQ(view.currentFile(), QStringLiteral("network.h"));
    selection.setNodes({2});
    QTest::qWait(10);
    EXPECT_EQ(view.currentFile(), QStringLiteral("network.c"));
    EXPECT_EQ(markedLines(), 1);
}

TEST_F(CodeViewTest, ScrollsToAMarkFarDownALongFile)
{
    show(3000);
    selection.setNodes({2900});
    ASSERT_TRUE(QTest::qWaitFor([this] {
        const QRect place = view.editor().cursorRect(QTextCursor(view.editor().document()->findBlockByNumber(2902)));
        return view.editor().viewport()->rect().intersects(place);
    }));
}

TEST_F(CodeViewTest, FindsAroundTheEndOfTheFile)
{
    show(6);
    view.showFind();
    auto* text = view.findChild<QLineEdit*>(QStringLiteral("codeFindText"));
    text->setText(QStringLiteral("#include"));
    QTest::keyClick(text, Qt::Key_Return);
    EXPECT_EQ(view.editor().textCursor().selectedText(), QStringLiteral("#include"));
    QTest::keyClick(text, Qt::Key_Return);
    EXPECT_EQ(view.editor().textCursor().blockNumber(), 1);
    EXPECT_FALSE(view.editor().find(QStringLiteral("no such text"), true));
}

TEST_F(CodeViewTest, ColoursCommentsAndKeepsThemOverLines)
{
    CodeEditor editor;
    const auto code = std::make_shared<const std::string>("int a; /* one\ntwo */ return 3;\n");
    editor.setCode(code, *code, true);
    QTest::qWait(10);
    const auto colourAt = [&](int block, int position) {
        for (const auto& range : editor.document()->findBlockByNumber(block).layout()->formats())
            if (range.start <= position && position < range.start + range.length)
                return range.format.foreground().color();
        return QColor();
    };
    EXPECT_TRUE(colourAt(0, 8).isValid());
    EXPECT_EQ(colourAt(0, 8), colourAt(1, 0));
    EXPECT_NE(colourAt(1, 0), colourAt(1, 7));
    EXPECT_FALSE(colourAt(0, 4).isValid());
}

}  // namespace
}  // namespace tw::views
