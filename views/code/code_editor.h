// SPDX-License-Identifier: GPL-3.0-or-later
// Read-only text with line numbers and marked lines. Long files come in pieces, one per event-loop turn, so that the
// window stays responsive.
#pragma once

#include "core/session/snapshot.h"

#include <QPlainTextEdit>
#include <QTimer>

#include <memory>
#include <string>
#include <vector>

namespace tw::views {

class CHighlighter;

class CodeEditor : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEditor(QWidget* parent = nullptr);

    /// Shows at most `kShownBytes` of the text, which must stay alive as long as `owner` does.
    void setCode(std::shared_ptr<const void> owner, std::string_view text, bool isC);
    void setMarks(std::vector<session::CodeMark> marks);
    bool loading() const { return !waiting_.empty(); }
    /// Selects the next (or previous) hit and scrolls there, going round at the end.
    bool find(const QString& text, bool forward);

    int lineNumberWidth() const;
    void paintLineNumbers(QPaintEvent* event);

    static constexpr std::size_t kShownBytes = 4'000'000;

signals:
    void loaded();

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void appendPiece();
    void showMarks();
    void scrollToMark();
    void applyTheme();
    void placeLineNumbers();
    bool isMarked(int line) const;

    QWidget* numbers_;
    CHighlighter* highlighter_;
    std::shared_ptr<const void> owner_;
    std::string_view waiting_;
    std::ptrdiff_t lines_ = 1;   // of all of the text: a margin that grew while pieces arrive would lay out all again
    QTimer pieces_;
    std::vector<session::CodeMark> marks_;
    bool mustScroll_ = false;
};

}  // namespace tw::views
