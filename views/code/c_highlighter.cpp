// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/code/c_highlighter.h"

#include <QSet>

namespace tw::views {

namespace {

enum LineState { Plain = 0, InsideComment = 1 };

bool isKeyword(const QString& word)
{
    static const QSet<QString> words = {
        "auto",   "break",  "case",    "const",  "continue", "default",  "do",     "else",   "enum",   "extern", "for",
        "goto",   "if",     "inline",  "register", "restrict", "return", "sizeof", "static", "struct", "switch", "typedef",
        "union",  "volatile", "while"};
    return words.contains(word);
}

bool isType(const QString& word)
{
    static const QSet<QString> words = {"void", "char", "short", "int", "long", "float", "double", "signed", "unsigned",
                                        "bool", "size_t"};
    return words.contains(word) || word.endsWith(QLatin1String("_t")) || word.endsWith(QLatin1String("_args"));
}

bool isWordPart(QChar character)
{
    return character.isLetterOrNumber() || character == QLatin1Char('_');
}

}  // namespace

CHighlighter::CHighlighter(QTextDocument* document) : QSyntaxHighlighter(document)
{
    setDark(false);
}

void CHighlighter::setDark(bool dark)
{
    comment_.setForeground(QColor(dark ? 0x8A9A86 : 0x5A6E58));
    quoted_.setForeground(QColor(dark ? 0xE0A878 : 0x8A4B08));
    number_.setForeground(QColor(dark ? 0xB9C98A : 0x5B6400));
    keyword_.setForeground(QColor(dark ? 0xD08CD8 : 0x7A2A8A));
    type_.setForeground(QColor(dark ? 0x6FC3C0 : 0x0B6470));
    directive_.setForeground(QColor(dark ? 0x8FB4F0 : 0x1F4FA0));
    rehighlight();
}

void CHighlighter::highlightBlock(const QString& line)
{
    setCurrentBlockState(Plain);
    if (!enabled_)
        return;
    int at = previousBlockState() == InsideComment ? highlightComment(line, 0) : 0;
    if (line.trimmed().startsWith(QLatin1Char('#')))
        setFormat(at, line.size(), directive_);
    while (at < line.size()) {
        const QChar here = line[at];
        const QChar next = at + 1 < line.size() ? line[at + 1] : QChar();
        if (here == QLatin1Char('/') && next == QLatin1Char('/')) {
            setFormat(at, line.size() - at, comment_);
            return;
        }
        if (here == QLatin1Char('/') && next == QLatin1Char('*'))
            at = highlightComment(line, at);
        else if (here == QLatin1Char('"') || here == QLatin1Char('\''))
            at = highlightQuoted(line, at);
        else if (here.isDigit())
            at = highlightNumber(line, at);
        else if (isWordPart(here))
            at = highlightWord(line, at);
        else
            ++at;
    }
}

int CHighlighter::highlightComment(const QString& line, int begin)
{
    const bool opensHere = QStringView(line).mid(begin).startsWith(QLatin1String("/*"));
    const int close = line.indexOf(QLatin1String("*/"), opensHere ? begin + 2 : begin);
    const int end = close < 0 ? line.size() : close + 2;
    setFormat(begin, end - begin, comment_);
    if (close < 0)
        setCurrentBlockState(InsideComment);
    return end;
}

int CHighlighter::highlightQuoted(const QString& line, int begin)
{
    int end = begin + 1;
    while (end < line.size() && line[end] != line[begin])
        end += line[end] == QLatin1Char('\\') ? 2 : 1;
    end = qMin<int>(end + 1, line.size());
    setFormat(begin, end - begin, quoted_);
    return end;
}

int CHighlighter::highlightWord(const QString& line, int begin)
{
    int end = begin;
    while (end < line.size() && isWordPart(line[end]))
        ++end;
    const QString word = line.mid(begin, end - begin);
    if (isKeyword(word))
        setFormat(begin, end - begin, keyword_);
    else if (isType(word))
        setFormat(begin, end - begin, type_);
    return end;
}

int CHighlighter::highlightNumber(const QString& line, int begin)
{
    int end = begin;
    while (end < line.size() && (isWordPart(line[end]) || line[end] == QLatin1Char('.')))
        ++end;
    setFormat(begin, end - begin, number_);
    return end;
}

}  // namespace tw::views
