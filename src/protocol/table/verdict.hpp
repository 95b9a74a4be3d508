// Sentences for people, and the verdict of the rules on a move; `fields` as in client.hpp. Plain
// values.
#pragma once

#include "protocol/table/types.hpp"

namespace coset::protocol {

// A sentence for people: a stable id, its values, and the English text.
struct Said {
  std::string id;
  std::vector<std::pair<std::string, std::string>> with;
  std::string text;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("id", self.id);
    io.some("with", self.with);
    io("text", self.text);
  }
  friend bool operator==(const Said&, const Said&) = default;
};

struct Dial {
  int coordinate = 0;
  int modulus = 1;
  std::vector<int> values;
  std::vector<int> stands;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("coordinate", self.coordinate);
    io("modulus", self.modulus);
    io("values", self.values);
    io("stands", self.stands);
  }
  friend bool operator==(const Dial&, const Dial&) = default;
};

// One step of the argument why a side makes what it makes.
struct WhyStep {
  Side side = Side::give;
  std::string step;
  Said said;
  std::vector<std::string> before;
  std::vector<std::string> after;
  std::vector<std::string> moved;
  std::optional<Dial> dial;
  bool idle = false;

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("side", self.side);
    io("step", self.step);
    Said::fields(io, self.said);
    io("before", self.before);
    io("after", self.after);
    io.some("moved", self.moved);
    io("dial", self.dial);
    io.flag("idle", self.idle);
  }
  friend bool operator==(const WhyStep&, const WhyStep&) = default;
};

struct Verdict {
  bool legal = false;
  Said said;
  std::optional<std::string> made;
  std::optional<std::string> wanted;
  std::optional<std::string> difference;
  std::vector<std::string> repairs;  // legal moves close to this one
  std::vector<WhyStep> steps;
  std::vector<Said> then;  // what a legal move leads to

  template <class Io, class Self>
  static void fields(Io& io, Self& self) {
    io("legal", self.legal);
    Said::fields(io, self.said);
    io("made", self.made);
    io("wanted", self.wanted);
    io("difference", self.difference);
    io.some("repairs", self.repairs);
    io.some("steps", self.steps);
    io.some("then", self.then);
  }
  friend bool operator==(const Verdict&, const Verdict&) = default;
};

}  // namespace coset::protocol
