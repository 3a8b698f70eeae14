// SPDX-License-Identifier: Apache-2.0
#include "core/codegen/c_text.h"
#include "core/codegen/line_writer.h"
#include "core/codegen/memory_names.h"
#include "core/codegen/project_files.h"

namespace tw::codegen {
namespace {

constexpr std::string_view kMain = R"(/* SPDX-License-Identifier: MIT-0 */
/* Runs the network on the test vectors and compares. With NETWORK_FILE_IO and two arguments it reads all inputs, one
 * after the other, from the first file and writes all outputs to the second instead. */
#include "network.h"
#include "test_vectors.h"
#include "tw_runtime.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#ifdef TW_PROFILE_TILING
/* One record per tile, written when the run is over, so that printing delays nothing. */
#ifndef TW_PROFILE_TILES
#define TW_PROFILE_TILES 8192
#endif
typedef struct {
    int32_t node;      /* as in deployment.json, from 0 */
    int32_t tile;
    uint64_t wait[3];  /* ticks of tw_cycles: for inputs, in the kernel, for results to leave */
} profile_record;
static profile_record profile[TW_PROFILE_TILES];
static int32_t profiled;

void tw_profile_tile(int32_t node, int32_t tile, uint64_t input_wait, uint64_t kernel, uint64_t output_wait)
{
    if (profiled < TW_PROFILE_TILES)
        profile[profiled] = (profile_record){node, tile, {input_wait, kernel, output_wait}};
    ++profiled;
}

static void print_profile(void)
{
    const int32_t kept = profiled < TW_PROFILE_TILES ? profiled : TW_PROFILE_TILES;
    printf("tile,node,tile,input wait,kernel,output wait\n");
    for (int32_t i = 0; i < kept; ++i)
        printf("tile,%d,%d,%llu,%llu,%llu\n", (int)profile[i].node, (int)profile[i].tile, (unsigned long long)profile[i].wait[0],
               (unsigned long long)profile[i].wait[1], (unsigned long long)profile[i].wait[2]);
    if (kept < profiled)
        printf("%d more tiles: define TW_PROFILE_TILES as %d to keep them\n", (int)(profiled - kept), (int)profiled);
}
#else
static void print_profile(void) {}
#endif

static double small_float(uint16_t bits, int exponent_bits, int mantissa_bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent = (bits >> mantissa_bits) & ((1 << exponent_bits) - 1);
    const int mantissa = bits & ((1 << mantissa_bits) - 1);
    const double sign = (bits & 0x8000u) != 0 ? -1.0 : 1.0;
    if (exponent == (1 << exponent_bits) - 1)
        return mantissa != 0 ? (double)NAN : sign * (double)INFINITY;
    if (exponent == 0)
        return sign * ldexp((double)mantissa, 1 - bias - mantissa_bits);
    return sign * ldexp((double)(mantissa + (1 << mantissa_bits)), exponent - bias - mantissa_bits);
}

static int is_float(network_type type)
{
    return type == NETWORK_F32 || type == NETWORK_F64 || type == NETWORK_F16 || type == NETWORK_BF16;
}

static double float_at(network_type type, const void *data, int32_t i)
{
    switch (type) {
    case NETWORK_F32: return (double)((const float *)data)[i];
    case NETWORK_F64: return ((const double *)data)[i];
    case NETWORK_F16: return small_float(((const uint16_t *)data)[i], 5, 10);
    default: return small_float(((const uint16_t *)data)[i], 8, 7);
    }
}

static int32_t integer_mismatches(const network_port *port, const uint8_t *got, const uint8_t *expected)
{
    const int32_t width = port->elements > 0 ? port->bytes / port->elements : 1;
    int32_t mismatches = 0;
    for (int32_t i = 0; i < port->elements; ++i)
        mismatches += memcmp(got + i * width, expected + i * width, (size_t)width) != 0;
    return mismatches;
}

static int32_t float_mismatches(const network_port *port, const void *got, const void *expected, double *max_error)
{
    int32_t mismatches = 0;
    for (int32_t i = 0; i < port->elements; ++i) {
        const double a = float_at(port->type, got, i);
        const double b = float_at(port->type, expected, i);
        const double error = fabs(a - b);
        if (a == b || (isnan(a) && isnan(b)))
            continue;
        if (!(error <= TEST_ABSOLUTE_TOLERANCE + TEST_RELATIVE_TOLERANCE * fabs(b)))
            ++mismatches;
        if (error > *max_error)
            *max_error = error;
    }
    return mismatches;
}

static int check_output(int32_t index)
{
    const network_port *port = &network_output_ports[index];
    double max_error = 0.0;
    int32_t mismatches;
    if (is_float(port->type))
        mismatches = float_mismatches(port, network_output(index), test_expected[index], &max_error);
    else
        mismatches = integer_mismatches(port, (const uint8_t *)network_output(index), (const uint8_t *)test_expected[index]);
    printf("output %d: %d of %d elements differ", (int)index, (int)mismatches, (int)port->elements);
    if (is_float(port->type))
        printf(", largest error %.3g", max_error);
    printf("\n");
    return mismatches == 0;
}

static int run_test_vectors(void)
{
    int passed = 1;
    for (int32_t i = 0; i < NETWORK_INPUTS; ++i)
        memcpy(network_input(i), test_inputs[i], (size_t)network_input_ports[i].bytes);
    const uint64_t start = tw_cycles();
    network_run();
    const uint64_t ticks = tw_cycles() - start;
    for (int32_t i = 0; i < TEST_EXPECTED; ++i)
        passed = check_output(i) && passed;
    print_profile();
    printf("ticks: %llu\n%s\n", (unsigned long long)ticks, passed ? "PASSED" : "FAILED");
    return passed ? 0 : 1;
}

#ifdef NETWORK_FILE_IO
static int run_files(const char *input_name, const char *output_name)
{
    int good = 1;
    FILE *file = fopen(input_name, "rb");
    if (file == NULL)
        return 2;
    for (int32_t i = 0; i < NETWORK_INPUTS; ++i)
        good = good && fread(network_input(i), 1, (size_t)network_input_ports[i].bytes, file) == (size_t)network_input_ports[i].bytes;
    fclose(file);
    const uint64_t start = tw_cycles();
    network_run();
    printf("ticks: %llu\n", (unsigned long long)(tw_cycles() - start));
    print_profile();
    file = good ? fopen(output_name, "wb") : NULL;
    if (file == NULL)
        return 2;
    for (int32_t i = 0; i < NETWORK_OUTPUTS; ++i)
        good = good && fwrite(network_output(i), 1, (size_t)network_output_ports[i].bytes, file) == (size_t)network_output_ports[i].bytes;
    return fclose(file) == 0 && good ? 0 : 2;
}
#endif

int main(int argc, char **argv)
{
    int result = 3;
    (void)argc;
    (void)argv;
    if (network_init() != 0)
        printf("an engine is not ready\n");
#ifdef NETWORK_FILE_IO
    else if (argc == 3)
        result = run_files(argv[1], argv[2]);
#endif
    else
        result = run_test_vectors();
    network_shutdown();
    return result;
}
)";

std::string vectorsHeader(const TestVectors& vectors)
{
    LineWriter out;
    out.line("/* SPDX-License-Identifier: MIT-0 */");
    out.line("#ifndef TEST_VECTORS_H");
    out.line("#define TEST_VECTORS_H");
    out.line("");
    out.line("#define TEST_EXPECTED ", vectors.expected.size());
    out.line("#define TEST_ABSOLUTE_TOLERANCE ", numberText(vectors.absoluteTolerance));
    out.line("#define TEST_RELATIVE_TOLERANCE ", numberText(vectors.relativeTolerance));
    out.line("");
    out.line("/* One pointer per input and per output of the network. */");
    out.line("extern const void *const test_inputs[];");
    out.line("extern const void *const test_expected[];");
    out.line("");
    out.line("#endif");
    return out.take();
}

void writeArrays(LineWriter& out, std::string_view name, const std::vector<ir::TensorData>& tensors)
{
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        out.line("static TW_TEST_VECTORS const uint64_t ", name, "_", i, "[] = {");
        out.block(hexWords(tensors[i].bytes.view));
        out.line("};");
    }
    out.line("const void *const test_", name, "[] = {");
    for (std::size_t i = 0; i < tensors.size(); ++i)
        out.line("    ", name, "_", i, ",");
    if (tensors.empty())
        out.line("    NULL,");
    out.line("};");
}

std::string vectorsSource(const TestVectors& vectors)
{
    LineWriter out;
    out.line("/* SPDX-License-Identifier: MIT-0 */");
    out.line("#include \"test_vectors.h\"");
    out.line("#include \"tw_runtime.h\"");
    out.line("");
    out.block(sectionMacro("TW_TEST_VECTORS"));
    out.line("");
    writeArrays(out, "inputs", vectors.inputs);
    writeArrays(out, "expected", vectors.expected);
    return out.take();
}

TestVectors zeroVectors(const ProjectInput& in)
{
    TestVectors vectors;
    for (const auto id : in.graph.inputs) {
        const auto& tensor = in.graph.tensor(id);
        const auto bytes = ir::byteCount(tensor.type, tensor.shape.elements().value());
        vectors.inputs.push_back({tensor.type, tensor.shape, Bytes::own(std::vector<std::byte>(static_cast<std::size_t>(bytes)))});
    }
    return vectors;
}

}  // namespace

void addMainFiles(const ProjectInput& in, std::map<std::string, std::string>& files)
{
    files["main.c"] = kMain;
    setTestVectors(zeroVectors(in), files);
}

void setTestVectors(const TestVectors& vectors, std::map<std::string, std::string>& files)
{
    files["test_vectors.h"] = vectorsHeader(vectors);
    files["test_vectors.c"] = vectorsSource(vectors);
}

}  // namespace tw::codegen
