// SPDX-License-Identifier: Apache-2.0
// Small files of every kind, made by our own writers, and those of ONNX's node tests where they are installed.
#pragma once

#include <string>
#include <vector>

namespace tw::fuzz {

std::vector<std::string> modelSeeds();           // ModelProto
std::vector<std::string> arrayArchiveSeeds();    // .npz
std::vector<std::string> arraySeeds();           // .npy
std::vector<std::string> tensorSeeds();          // TensorProto
std::vector<std::string> targetSeeds();          // target.json of every target of ours
std::vector<std::string> stateTextSeeds();       // what a .state file holds compressed
std::vector<std::string> stateFileSeeds();
std::vector<std::string> containerSeeds();       // latency containers, native and JSON
std::vector<std::string> containerPayloadSeeds();   // the message inside a native one
std::vector<std::string> latencyTableSeeds();
std::vector<std::string> sessionSeeds();         // .twproj

}  // namespace tw::fuzz
