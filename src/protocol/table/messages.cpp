#include "protocol/table/messages.hpp"

namespace coset::protocol {

Said said_of(const teach::Message& message) {
  Said out;
  out.id = message.id;
  for (const auto& [name, value] : message.parameters) out.with.emplace_back(name, value);
  out.text = teach::say(message);
  return out;
}

std::vector<Said> said_of(const std::vector<teach::Message>& messages) {
  std::vector<Said> out;
  out.reserve(messages.size());
  for (const teach::Message& message : messages) out.push_back(said_of(message));
  return out;
}

std::vector<std::string> names_of(const Operation& operation, const teach::Pieces& pieces) {
  std::vector<std::string> out;
  out.reserve(pieces.size());
  for (const Element e : pieces) out.push_back(operation.names().write(e));
  return out;
}

void add_steps(const Operation& operation, Side side, const Word& word, std::vector<WhyStep>& out) {
  if (!word.empty()) add_steps(operation, side, teach::explain(operation, word), out);
}

void add_steps(const Operation& operation, Side side, const teach::Explanation& explanation,
               std::vector<WhyStep>& out) {
  for (const teach::Step& step : explanation.steps) {
    WhyStep why;
    why.side = side;
    why.step = teach::word_of(step.kind);
    why.said = said_of(teach::describe(operation, step));
    why.before = names_of(operation, step.before);
    why.after = names_of(operation, step.after);
    why.moved = names_of(operation, step.moved);
    if (step.kind == teach::Step::Kind::dial)
      why.dial = Dial{step.coordinate, step.modulus, step.values, step.stands};
    why.idle = step.idle;
    out.push_back(std::move(why));
  }
}

}  // namespace coset::protocol
