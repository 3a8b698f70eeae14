// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/sample_models.h"

#include <QCoreApplication>
#include <QDir>

namespace tw::workbench {

QStringList sampleModels()
{
    const QDir program(QCoreApplication::applicationDirPath());
    for (const char* folder : {"../share/tilewright/models", "../../../resources/models"}) {
        const QDir models(program.filePath(QLatin1String(folder)));
        QStringList found;
        for (const QString& name : models.entryList({QStringLiteral("*.onnx")}, QDir::Files, QDir::Name))
            found << QDir::cleanPath(models.absoluteFilePath(name));
        if (!found.isEmpty())
            return found;
    }
    return {};
}

}  // namespace tw::workbench
