#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds the release preset, and runs all tests.
set -eu
cd "$(dirname "$0")/.."
packaging/install.sh
packaging/build.sh release
QT_QPA_PLATFORM=offscreen ctest --preset release -j "$(nproc)"
