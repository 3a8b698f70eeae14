#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs a command on a screen of its own; 77, which CTest calls "skipped", where there is none to be had.
for tool in Xvfb xvfb-run xauth xdotool; do
    if ! command -v "$tool" >/dev/null; then
        echo "skipped: $tool is not installed"
        exit 77
    fi
done
QT_QPA_PLATFORM=xcb exec xvfb-run -a -s "-screen 0 1600x1000x24" "$@"
