// Whatever a line is, the analysis answers: in lines of JSON that carry the question's id, each
// with moves that are worth something or one refusal that names its field and is a sentence.
#include "fuzz_support.hpp"
#include "protocol/json_output/analysis.hpp"
#include "protocol/table/fields_reader.hpp"

using namespace coset;
using fuzz::expect;

namespace {

void check(const std::string& line, const protocol::Json& asked) {
  expect(line.find('\n') == std::string::npos, "an answer is one line");
  const auto answer = protocol::parse_json(line, 1U << 26U, 8);
  expect(answer.ok() && answer->is_object() && answer->contains("id"), "an answer is JSON");
  const auto& id = (*answer)["id"];
  const bool has_id = asked.is_object() && asked.contains("id");
  expect(id.is_null() || (has_id && id == asked["id"]), "an answer carries the question's id");
  if (answer->contains("error")) {
    const auto* sentence = (*answer)["error"].get_ptr<const std::string*>();
    expect(sentence != nullptr && sentence->ends_with('.'), "a refusal is a sentence");
    expect(answer->contains("field") && answer->contains("code"), "a refusal names its field");
    return;
  }
  expect(!id.is_null(), "who is answered has an id");
  expect((*answer)["moves"].is_array() && !(*answer)["moves"].empty(), "there is a move");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 4096) return 0;
  const std::string_view text = fuzz::text_of(data, size);
  // Large groups and long games take long: a number of questions to the host is all they get.
  int left = 300;
  const auto stop = [&left] { return --left < 0; };
  const protocol::AnalysisHost host{[&](int) { return stop; }, stop, 6, false};
  const auto parsed = protocol::parse_json(text, size, 64);
  const protocol::Json asked = parsed ? *parsed : protocol::Json(nullptr);
  int answers = 0;
  protocol::answer_analysis(text, host, [&](const std::string& line) {
    ++answers;
    check(line, asked);
  });
  expect(answers > 0, "there is an answer");
  return 0;
}
