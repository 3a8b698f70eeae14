// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/code_editor.h"

#include "views/code/c_highlighter.h"
#include "views/shared/theme.h"

#include <QFontDatabase>
#include <QPainter>
#include <QScrollBar>
#include <QTextBlock>

#include <algorithm>

namespace tw::views {

namespace {

constexpr std::size_t kPieceBytes = 8'000;   // a few milliseconds of layout and colouring

class LineNumbers : public QWidget {
public:
    explicit LineNumbers(CodeEditor* editor) : QWidget(editor), editor_(editor) {}
    QSize sizeHint() const override { return {editor_->lineNumberWidth(), 0}; }

protected:
    void paintEvent(QPaintEvent* event) override { editor_->paintLineNumbers(event); }

private:
    CodeEditor* editor_;
};

QColor markColour()
{
    QColor colour = Theme::instance().colours().selection;
    colour.setAlpha(Theme::instance().dark() ? 60 : 40);
    return colour;
}

}  // namespace

CodeEditor::CodeEditor(QWidget* parent)
    : QPlainTextEdit(parent), numbers_(new LineNumbers(this)), highlighter_(new CHighlighter(document()))
{
    setReadOnly(true);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setFrameShape(QFrame::NoFrame);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    QFont mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    mono.setPointSizeF(font().pointSizeF());
    setFont(mono);
    pieces_.setInterval(0);
    connect(&pieces_, &QTimer::timeout, this, &CodeEditor::appendPiece);
    connect(this, &QPlainTextEdit::updateRequest, numbers_, [this] { numbers_->update(); });
    connect(&Theme::instance(), &Theme::changed, this, &CodeEditor::applyTheme);
    applyTheme();
    placeLineNumbers();
}

void CodeEditor::setCode(std::shared_ptr<const void> owner, std::string_view text, bool isC)
{
    clear();
    highlighter_->setEnabled(isC);
    owner_ = std::move(owner);
    waiting_ = text.substr(0, kShownBytes);
    marks_.clear();
    lines_ = 1 + std::count(waiting_.begin(), waiting_.end(), '\n');
    placeLineNumbers();
    if (waiting_.empty())
        return;
    appendPiece();
    pieces_.start();
}

void CodeEditor::appendPiece()
{
    std::size_t length = std::min(kPieceBytes, waiting_.size());
    const auto lineEnd = waiting_.rfind('\n', length - 1);
    if (length < waiting_.size() && lineEnd != std::string_view::npos)
        length = lineEnd + 1;
    QTextCursor end(document());
    end.movePosition(QTextCursor::End);
    end.insertText(QString::fromUtf8(waiting_.data(), static_cast<qsizetype>(length)));
    waiting_.remove_prefix(length);
    if (mustScroll_)
        scrollToMark();
    if (!waiting_.empty())
        return;
    pieces_.stop();
    showMarks();
    emit loaded();
}

void CodeEditor::setMarks(std::vector<session::CodeMark> marks)
{
    marks_ = std::move(marks);
    mustScroll_ = !marks_.empty();
    showMarks();
    scrollToMark();
}

void CodeEditor::scrollToMark()
{
    if (marks_.empty() || marks_.front().firstLine > blockCount())
        return;
    mustScroll_ = false;
    // A third of the view above the lines, so that their surroundings are seen.
    const int visibleLines = std::max(1, viewport()->height() / std::max(1, fontMetrics().lineSpacing()));
    verticalScrollBar()->setValue(std::max(0, marks_.front().firstLine - 1 - visibleLines / 3));
}

void CodeEditor::showMarks()
{
    QList<QTextEdit::ExtraSelection> lines;
    for (const session::CodeMark& mark : marks_) {
        for (int line = mark.firstLine; line <= std::min(mark.lastLine, blockCount()); ++line) {
            QTextEdit::ExtraSelection one;
            one.cursor = QTextCursor(document()->findBlockByNumber(line - 1));
            one.format.setBackground(markColour());
            one.format.setProperty(QTextFormat::FullWidthSelection, true);
            lines << one;
        }
    }
    setExtraSelections(lines);
    numbers_->update();
}

bool CodeEditor::find(const QString& text, bool forward)
{
    const auto flags = forward ? QTextDocument::FindFlags{} : QTextDocument::FindBackward;
    if (text.isEmpty() || QPlainTextEdit::find(text, flags))
        return true;
    const QTextCursor before = textCursor();
    moveCursor(forward ? QTextCursor::Start : QTextCursor::End);
    if (QPlainTextEdit::find(text, flags))
        return true;
    setTextCursor(before);
    return false;
}

int CodeEditor::lineNumberWidth() const
{
    const int digits = std::max(3, static_cast<int>(QString::number(lines_).size()));
    return fontMetrics().horizontalAdvance(QLatin1Char('9')) * digits + 18;
}

void CodeEditor::placeLineNumbers()
{
    setViewportMargins(lineNumberWidth(), 0, 0, 0);
    const QRect area = contentsRect();
    numbers_->setGeometry(area.left(), area.top(), lineNumberWidth(), area.height());
}

void CodeEditor::resizeEvent(QResizeEvent* event)
{
    QPlainTextEdit::resizeEvent(event);
    placeLineNumbers();
}

bool CodeEditor::isMarked(int line) const
{
    return std::any_of(marks_.begin(), marks_.end(), [line](const session::CodeMark& mark) {
        return mark.firstLine <= line && line <= mark.lastLine;
    });
}

void CodeEditor::paintLineNumbers(QPaintEvent* event)
{
    const CanvasColours& colours = Theme::instance().colours();
    QPainter painter(numbers_);
    painter.setFont(font());
    painter.fillRect(event->rect(), palette().color(QPalette::Base));
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF place = blockBoundingGeometry(block).translated(contentOffset());
        if (place.top() > event->rect().bottom())
            break;
        const int line = block.blockNumber() + 1;
        const bool marked = isMarked(line);
        if (marked)
            painter.fillRect(QRectF(numbers_->width() - 5, place.top(), 3, place.height()), colours.selection);
        painter.setPen(marked ? colours.text : colours.mutedText);
        painter.drawText(QRectF(0, place.top(), numbers_->width() - 10, place.height()),
                         Qt::AlignRight | Qt::AlignVCenter, QString::number(line));
    }
}

void CodeEditor::applyTheme()
{
    highlighter_->setDark(Theme::instance().dark());
    showMarks();
}

}  // namespace tw::views
