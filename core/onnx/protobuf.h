// SPDX-License-Identifier: Apache-2.0
// The one door to libonnx's generated classes. Inside tw::onnx they are spelt ::onnx::ModelProto.
#pragma once

#include <onnx/onnx_pb.h>
