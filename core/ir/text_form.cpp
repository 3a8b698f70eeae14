// SPDX-License-Identifier: Apache-2.0
// Reading the text form: recursive descent, one function per rule.
#include "core/ir/text_form.h"

#include "core/base/text.h"
#include "core/ir/random_tensor.h"
#include "core/ir/text_lexer.h"

#include <charconv>
#include <unordered_map>

namespace tw::ir {
namespace {

constexpr int kDefaultOpset = 17;
constexpr std::int64_t kMaxElements = std::int64_t{1} << 28;   // a typing mistake must not exhaust the memory

struct TypedShape {
    DataType type = DataType::Undefined;
    Shape shape;
};

/// One graph being read. Names may be used before they are made; `close` settles which ones never were.
struct Scope {
    Graph graph;
    std::unordered_map<std::string, TensorId> byName = {};
    std::unordered_map<std::string, int> unmade = {};   // name -> line of the first use
    int anonymous = 0;

    TensorId use(const std::string& name, int line)
    {
        const auto [found, isNew] = byName.try_emplace(name);
        if (isNew) {
            found->second = graph.addTensor({.name = name});
            unmade.emplace(name, line);
        }
        return found->second;
    }

    TensorId make(const std::string& name, int line)
    {
        const TensorId id = use(name, line);
        unmade.erase(name);
        return id;
    }
};

class Parser {
public:
    explicit Parser(std::vector<Token> tokens) : tokens_(std::move(tokens)) {}

    Result<Graph> wholeText()
    {
        TW_TRY(Scope scope, header());
        while (peek().kind != Token::Kind::End)
            TW_TRY_VOID(statement(scope));
        if (!scope.unmade.empty()) {
            const auto& [name, line] = *scope.unmade.begin();
            return Error{.code = Code::BadGraph, .message = cat("line ", line, ": nothing makes ", name)};
        }
        return std::move(scope.graph);
    }

private:
    const Token& peek(std::size_t ahead = 0) const { return tokens_[std::min(next_ + ahead, tokens_.size() - 1)]; }

    Token take()
    {
        const Token token = peek();
        next_ += token.kind != Token::Kind::End;
        return token;
    }

    bool takeIf(std::string_view sign)
    {
        if (!peek().is(sign))
            return false;
        take();
        return true;
    }

    bool takeIfWord(std::string_view word)
    {
        if (!peek().isWord(word))
            return false;
        take();
        return true;
    }

    Error expected(std::string_view what) const
    {
        const auto& token = peek();
        return {.code = Code::BadGraph,
                .message = cat("line ", token.line, ": expected ", what, ", got ",
                               token.kind == Token::Kind::End ? "the end of the text" : token.text)};
    }

    /// For what was read already and turned out wrong.
    Error malformed(std::string_view message) const
    {
        const auto& last = tokens_[next_ > 0 ? next_ - 1 : 0];
        return {.code = Code::BadGraph, .message = cat("line ", last.line, ": ", message)};
    }

    Result<void> need(std::string_view sign)
    {
        if (!takeIf(sign))
            return expected(sign);
        return {};
    }

    Result<std::string> name()
    {
        if (!peek().isName())
            return expected("a name");
        return take().text;
    }

    Result<double> number()
    {
        if (peek().kind != Token::Kind::Number)
            return expected("a number");
        const std::string text = peek().text;
        double value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (fault != std::errc{} || end != text.data() + text.size())
            return expected("a number");
        take();
        return value;
    }

    bool nextIsInteger() const
    {
        return peek().kind == Token::Kind::Number && peek().text.find_first_of(".einf") == std::string::npos;
    }

    Result<std::int64_t> integer()
    {
        const std::string text = peek().text;
        std::int64_t value = 0;
        const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (!nextIsInteger() || fault != std::errc{} || end != text.data() + text.size())
            return expected("an integer");
        take();
        return value;
    }

    /// `(`-like sign already taken: items separated by commas up to `close`.
    Result<void> list(std::string_view close, auto item)
    {
        if (takeIf(close))
            return {};
        do
            TW_TRY_VOID(item());
        while (takeIf(","));
        return need(close);
    }

    Result<Dim> dimension()
    {
        if (takeIf("?"))
            return Dim{};
        if (peek().isName())
            return Dim{.symbol = take().text};
        TW_TRY(const auto value, integer());
        if (value < 0)
            return expected("a dimension");
        return Dim{.value = value};
    }

    Result<TypedShape> typedShape()
    {
        TypedShape result;
        if (!takeIf("?")) {
            const auto type = typeFromName(peek().text);
            if (peek().kind != Token::Kind::Word || !type)
                return expected("an element type");
            take();
            result.type = *type;
        }
        TW_TRY_VOID(need("["));
        if (takeIf("...")) {
            TW_TRY_VOID(need("]"));
            return result;
        }
        result.shape = Shape::scalar();
        TW_TRY_VOID(list("]", [&]() -> Result<void> {
            TW_TRY(auto dim, dimension());
            result.shape.append(std::move(dim));
            return {};
        }));
        return result;
    }

    Result<Scope> header()
    {
        if (!takeIfWord("graph"))
            return expected("graph");
        Scope scope;
        scope.graph.opsets[""] = kDefaultOpset;
        TW_TRY(scope.graph.name, name());
        TW_TRY_VOID(need("("));
        TW_TRY_VOID(list(")", [&]() -> Result<void> {
            const int line = peek().line;
            TW_TRY(const auto input, name());
            TW_TRY_VOID(need(":"));
            TW_TRY(auto declared, typedShape());
            const TensorId id = scope.make(input, line);
            scope.graph.tensor(id).type = declared.type;
            scope.graph.tensor(id).shape = std::move(declared.shape);
            scope.graph.inputs.push_back(id);
            return {};
        }));
        TW_TRY_VOID(need("->"));
        do {
            const int line = peek().line;
            TW_TRY(const auto output, name());
            scope.graph.outputs.push_back(scope.use(output, line));
        } while (takeIf(","));
        return scope;
    }

    Result<void> statement(Scope& scope)
    {
        if (peek().isWord("opset") && (peek(1).kind == Token::Kind::Number || peek(2).kind == Token::Kind::Number)) {
            take();
            std::string domain;
            if (peek().isName())
                domain = take().text;
            TW_TRY(const auto version, integer());
            scope.graph.opsets[domain] = static_cast<int>(version);
            return {};
        }
        if (peek().isName() && peek(1).is("=") && peek(2).isWord("const"))
            return constantStatement(scope);
        return nodeStatement(scope);
    }

    Result<void> constantStatement(Scope& scope)
    {
        const TensorId id = scope.make(peek().text, peek().line);
        next_ += 3;
        TW_TRY(auto data, constantValue());
        Tensor& tensor = scope.graph.tensor(id);
        tensor.type = data.type;
        tensor.shape = data.shape;
        tensor.constant = std::move(data);
        return {};
    }

    /// f32[2] seed 1 [range -1 1] | f32[2] fill 0.5 | f32[2]{1.0, 2.0}
    Result<TensorData> constantValue()
    {
        TW_TRY(const auto declared, typedShape());
        if (declared.type == DataType::Undefined || declared.shape.elements().value_or(kMaxElements) >= kMaxElements)
            return malformed("a constant needs a type and a known shape of reasonable size");
        if (takeIfWord("seed"))
            return randomValue(declared);
        if (takeIfWord("fill")) {
            TW_TRY(const double value, number());
            return fromDoubles(declared.type, declared.shape,
                               std::vector<double>(static_cast<std::size_t>(*declared.shape.elements()), value));
        }
        return listedValue(declared);
    }

    Result<TensorData> randomValue(const TypedShape& declared)
    {
        TW_TRY(const auto seed, integer());
        std::optional<ValueRange> range;
        if (takeIfWord("range")) {
            TW_TRY(const double low, number());
            TW_TRY(const double high, number());
            range = {low, high};
        }
        return randomTensor(declared.type, declared.shape, static_cast<std::uint64_t>(seed), range);
    }

    Result<TensorData> listedValue(const TypedShape& declared)
    {
        TW_TRY_VOID(need("{"));
        std::vector<double> reals;
        std::vector<std::int64_t> integers;
        std::vector<std::string> texts;
        TW_TRY_VOID(list("}", [&]() -> Result<void> {
            if (declared.type == DataType::String) {
                TW_TRY(texts.emplace_back(), name());
            } else if (isFloat(declared.type)) {
                TW_TRY(reals.emplace_back(), number());
            } else {
                TW_TRY(integers.emplace_back(), integer());
            }
            return {};
        }));
        const auto count = reals.size() + integers.size() + texts.size();
        if (static_cast<std::int64_t>(count) != *declared.shape.elements())
            return malformed(cat("expected ", *declared.shape.elements(), " values, got ", count));
        if (declared.type == DataType::String)
            return TensorData{.type = declared.type, .shape = declared.shape, .bytes = {},
                              .strings = std::make_shared<const std::vector<std::string>>(std::move(texts))};
        return isFloat(declared.type) ? fromDoubles(declared.type, declared.shape, reals)
                                      : fromIntegers(declared.type, declared.shape, integers);
    }

    Result<void> nodeStatement(Scope& scope)
    {
        Node node;
        do
            TW_TRY_VOID(output(scope, node));
        while (takeIf(","));
        TW_TRY_VOID(need("="));
        TW_TRY(node.op, name());
        if (takeIf("::")) {
            node.domain = std::exchange(node.op, "");
            TW_TRY(node.op, name());
        }
        TW_TRY_VOID(need("("));
        TW_TRY_VOID(list(")", [&] { return argument(scope, node); }));
        if (takeIf("{"))
            TW_TRY_VOID(list("}", [&] { return attribute(node); }));
        if (takeIfWord("as")) {
            TW_TRY(node.name, name());
        }
        scope.graph.addNode(std::move(node));
        return {};
    }

    Result<void> output(Scope& scope, Node& node)
    {
        if (peek().is(",") || peek().is("=")) {
            node.outputs.push_back({});
            return {};
        }
        const int line = peek().line;
        TW_TRY(const auto made, name());
        const TensorId id = scope.make(made, line);
        node.outputs.push_back(id);
        if (node.name.empty())
            node.name = made;
        if (takeIf(":")) {
            TW_TRY(auto declared, typedShape());
            scope.graph.tensor(id).type = declared.type;
            scope.graph.tensor(id).shape = std::move(declared.shape);
        }
        return {};
    }

    Result<void> argument(Scope& scope, Node& node)
    {
        if (peek().is(",") || peek().is(")")) {
            node.inputs.push_back({});
            return {};
        }
        if (startsConstant()) {
            TW_TRY(auto data, constantValue());
            const std::string constant = cat(node.name, ".", scope.anonymous++);
            node.inputs.push_back(scope.byName[constant] = scope.graph.addConstant(constant, std::move(data)));
            return {};
        }
        const int line = peek().line;
        TW_TRY(const auto used, name());
        node.inputs.push_back(scope.use(used, line));
        return {};
    }

    bool startsConstant() const
    {
        return peek().kind == Token::Kind::Word && peek(1).is("[") && typeFromName(peek().text).has_value();
    }

    Result<void> attribute(Node& node)
    {
        TW_TRY(const auto key, name());
        TW_TRY_VOID(need("="));
        TW_TRY(node.attributes[key], attributeValue());
        return {};
    }

    Result<Attribute> attributeValue()
    {
        if (takeIf("["))
            return attributeList();
        if (startsConstant()) {
            TW_TRY(auto data, constantValue());
            return Attribute(std::move(data));
        }
        if (peek().isWord("graph")) {
            TW_TRY(auto body, subgraph());
            return Attribute(std::move(body));
        }
        if (takeIfWord("opaque")) {
            OpaqueAttribute opaque;
            TW_TRY(opaque.kind, name());
            TW_TRY(opaque.serialized, name());
            return Attribute(std::move(opaque));
        }
        if (peek().kind == Token::Kind::Quoted)
            return Attribute(take().text);
        if (nextIsInteger()) {
            TW_TRY(const auto value, integer());
            return Attribute(value);
        }
        TW_TRY(const double value, number());
        return Attribute(static_cast<float>(value));
    }

    /// The first value says which kind of list it is; a list with one real number is a list of reals.
    Result<Attribute> attributeList()
    {
        std::vector<Attribute> values;
        TW_TRY_VOID(list("]", [&]() -> Result<void> {
            TW_TRY(values.emplace_back(), attributeValue());
            return {};
        }));
        bool anyReal = false;
        for (const auto& value : values)
            anyReal |= std::holds_alternative<float>(value);
        if (anyReal)
            for (auto& value : values)
                if (const auto* whole = std::get_if<std::int64_t>(&value))
                    value = static_cast<float>(*whole);
        if (values.empty())
            return Attribute(std::vector<std::int64_t>{});
        return std::visit([&]<class First>(const First&) { return listOf<First>(values); }, values.front());
    }

    template <class T>
    Result<Attribute> listOf(const std::vector<Attribute>& values) const
    {
        if constexpr (requires { Attribute(std::vector<T>{}); }) {
            std::vector<T> result;
            for (const auto& value : values) {
                if (!std::holds_alternative<T>(value))
                    return malformed("a list holds values of one kind");
                result.push_back(std::get<T>(value));
            }
            return Attribute(std::move(result));
        } else
            return malformed("a list holds numbers, texts, constants or graphs");
    }

    Result<GraphPointer> subgraph()
    {
        TW_TRY(Scope scope, header());
        scope.graph.opsets.clear();
        TW_TRY_VOID(need("{"));
        while (!takeIf("}"))
            TW_TRY_VOID(statement(scope));
        for (const auto& [name, line] : scope.unmade)
            scope.graph.captures.emplace(name, scope.byName.at(name));
        return std::make_shared<const Graph>(std::move(scope.graph));
    }

    std::vector<Token> tokens_;
    std::size_t next_ = 0;
};

}  // namespace

Result<Graph> parseGraph(std::string_view text)
{
    TW_TRY(auto tokens, tokenize(text));
    return Parser(std::move(tokens)).wholeText();
}

}  // namespace tw::ir
