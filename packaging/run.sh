#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs what is missing, builds, and starts the workbench on MODEL (default: a sample). Without a display it does
# the main job headless instead and leaves project, run log and pictures of every view in build/demo/.
#   packaging/run.sh [MODEL]
#   packaging/run.sh --build-only
set -eu
start=$(pwd)
cd "$(dirname "$0")/.."
packaging/install.sh
packaging/build.sh release

model=${1:-resources/models/kws_dscnn_int8.onnx}
[ "$model" != "--build-only" ] || exit 0
case $model in
    /*) ;;
    *) [ $# -eq 0 ] || model="$start/$model" ;;
esac

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    exec build/release/bin/tilewright "$model"
fi

echo "no display: deploying $model into build/demo"
rm -rf build/demo
mkdir -p build/demo
cli=build/release/bin/tilewright-cli
vectors=${model%.onnx}.inputs.npz
if [ -f "$vectors" ]; then
    "$cli" deploy "$model" --target host --out build/demo/project --inputs "$vectors"
else
    "$cli" deploy "$model" --target host --out build/demo/project
fi
(
    cd build/demo/project
    cmake --preset host
    cmake --build --preset host
    ./build/host/network_main
) >build/demo/run.log 2>&1 || {
    cat build/demo/run.log
    exit 1
}
tail -n 4 build/demo/run.log
for theme in light dark; do
    for view in graph inspector engines tiling timeline latency memory code problems; do
        build/release/bin/tilewright "$model" --target siracusa --view "$view" --theme "$theme" \
            --grab "build/demo/$view-$theme.png"
    done
done
echo "build/demo holds the project, run.log and the pictures"
