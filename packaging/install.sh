#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Installs the packages of packages.txt that are missing. Debian 12; sudo only when not root.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

missing=""
for package in $(cat "$here/packages.txt"); do
    dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

as_root=""
[ "$(id -u)" -eq 0 ] || as_root="sudo"
echo "installing:$missing"
$as_root apt-get update -qq
# shellcheck disable=SC2086 -- a list of words on purpose
$as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
