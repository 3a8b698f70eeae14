// SPDX-License-Identifier: GPL-3.0-or-later
// Colours C: comments, strings, numbers, keywords, preprocessor lines. One pass over the characters of a line.
#pragma once

#include <QSyntaxHighlighter>

namespace tw::views {

class CHighlighter : public QSyntaxHighlighter {
    Q_OBJECT
public:
    explicit CHighlighter(QTextDocument* document);

    /// False for files that are not C: they stay plain.
    void setEnabled(bool enabled) { enabled_ = enabled; }
    void setDark(bool dark);

protected:
    void highlightBlock(const QString& line) override;

private:
    int highlightComment(const QString& line, int begin);
    int highlightQuoted(const QString& line, int begin);
    int highlightWord(const QString& line, int begin);
    int highlightNumber(const QString& line, int begin);

    bool enabled_ = true;
    QTextCharFormat comment_, quoted_, number_, keyword_, type_, directive_;
};

}  // namespace tw::views
