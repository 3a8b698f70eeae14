// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/export_preview.h"

#include "core/base/file.h"

#include <QCoreApplication>

namespace tw::workbench {

namespace {

namespace fs = std::filesystem;

QString stateOf(const fs::path& path, const std::string& content)
{
    std::error_code error;
    if (!fs::exists(path, error))
        return QCoreApplication::translate("ExportDialog", "new");
    const auto old = readTextFile(path);
    return old && *old == content ? QCoreApplication::translate("ExportDialog", "same")
                                  : QCoreApplication::translate("ExportDialog", "changed");
}

}  // namespace

QString removedState()
{
    return QCoreApplication::translate("ExportDialog", "will be removed");
}

Result<std::map<std::string, QString>> compareWithFolder(const std::map<std::string, std::string>& files,
                                                         const fs::path& folder, Progress& progress)
{
    std::map<std::string, QString> states;
    for (const auto& [path, content] : files) {
        TW_TRY_VOID(progress.check());
        states[path] = stateOf(folder / path, content);
    }
    // A folder that an export must not replace is not listed either: it may be huge.
    std::error_code error;
    if (!mayReplaceFolder(folder) || !fs::is_directory(folder, error))
        return states;
    for (const auto& entry : fs::recursive_directory_iterator(folder, fs::directory_options::skip_permission_denied, error)) {
        TW_TRY_VOID(progress.check());
        const std::string path = entry.path().lexically_relative(folder).generic_string();
        if (!entry.is_directory(error))
            states.try_emplace(path, removedState());
    }
    return states;
}

bool mayReplaceFolder(const fs::path& folder)
{
    std::error_code error;
    if (!fs::exists(folder, error))
        return true;
    return fs::is_directory(folder, error) && (fs::is_empty(folder, error) || fs::exists(folder / "deployment.json", error));
}

}  // namespace tw::workbench
