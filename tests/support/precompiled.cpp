// SPDX-License-Identifier: Apache-2.0
// Gives CMake a file to hang the tests' precompiled header on.
