// SPDX-License-Identifier: Apache-2.0
// The protobuf message of a latency container:
//
//     message LatencyContainerProto {
//       string latency_type = 1;
//       double constant_latency = 2;
//       message Row { repeated double value = 1; repeated string op_name = 2; repeated double stderr = 3;
//                     string block_name = 4; repeated double probability = 5; repeated sint64 whole = 6; }
//       repeated Row row = 3;
//       string unit = 4;
//       map<string, string> meta = 5;
//       message Node { string node = 1; string op = 2; double value = 3; bool uncounted = 4; string reason = 5;
//                      double compute = 6; double movement = 7; double stderr = 8; sint64 whole = 9; int64 macs = 10;
//                      int64 bytes = 11; bool unstable = 12; }
//       repeated Node node = 6;
//       message Whole { sint64 constant = 1; double per_unit = 2; }
//       Whole whole = 7;
//     }
#pragma once

#include "core/latency/container.h"

#include <string_view>

namespace tw::latency {

std::string toProto(const ContainerParts& parts);
/// BadFile with the byte offset. Fields of later versions are skipped. Memory stays within a small multiple of the
/// message's size.
Result<ContainerParts> partsFromProto(std::string_view message);

}  // namespace tw::latency
