// For the tests of the protocol of classes from outside.
//   class_lines          plays a lesson and prints every message, one a line, after the word
//                        "client" or "class"
//   class_lines decode   reads such lines and prints them as the program writes them, or "error"
#include <cstdio>
#include <iostream>

#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

void print(const char* side, const std::string& text) {
  std::printf("%s %s\n", side, text.c_str());
}

class Talk {
 public:
  void say(ConnectionId from, messages::FromClient message) {
    std::visit(
        [&](auto& m) {
          if constexpr (requires { m.id; }) m.id = host_.next_id();
        },
        message);
    print("client", messages::encode(message));
    hear(host_.send(from, message));
    host_.now += 1000;
    hear(host_.room.tick(host_.now));
  }
  void hear(const Outgoing& out) {
    for (const auto& each : out) print("class", messages::encode(each.message));
  }
  void hello(ConnectionId from, const Token& token, messages::Role role) {
    say(from, messages::Hello{1, std::string(class_code), token, role, 0});
  }
  void join(ConnectionId pupil) {
    const Token token = token_of(static_cast<int>(pupil));
    hello(pupil, token, messages::Role::pupil);
    const auto offers = told<messages::Welcome>(host_.hello(static_cast<int>(pupil)), pupil).offers;
    say(pupil, messages::Join{{}, offers.at(0), {}});
    hello(pupil, token, messages::Role::pupil);
  }
  std::string table() const { return host_.room.state().tables.at(0).name; }
  const Pupil& pupil(PupilNumber number) const { return *host_.room.state().pupil(number); }

 private:
  ClassHost host_;
};

void talk() {
  Talk room;
  room.hello(teacher_at, teacher_secret, messages::Role::teacher);
  room.hello(projector_at, projector_secret, messages::Role::projector);
  room.say(7, messages::Raise{{}, true});
  for (ConnectionId pupil = 1; pupil <= 5; ++pupil) room.join(pupil);
  const std::string task = room.pupil(1).task.substr(7);
  const std::size_t space = task.find(' ');
  for (const char* answer : {"1", "2", "3", "4", "what?"})
    room.say(1, messages::Answer{
                    {}, task.substr(0, space), task.substr(space + 1), 0, answer, 9, 1, true});
  room.say(1, messages::Raise{{}, true});
  room.say(1, messages::Heartbeat{});
  room.say(teacher_at, messages::SetOptions{{}, true, true, std::uint8_t{5}});
  room.say(1, messages::Rename{{}, "Emmy"});
  room.say(teacher_at, messages::Pause{{}, true});
  room.say(teacher_at, messages::Pair{{}, std::string(pair_spec), messages::Odd::three, "level1"});
  for (int i = 0; i < 4; ++i) room.say(1, messages::Tried{{}, room.table(), {"O", "R"}, {"O"}, {}});
  room.hello(1, token_of(1), messages::Role::pupil);
  room.say(teacher_at, messages::SetTask{{}, {1, 2}, "puzzle make-fewest 5"});
  room.say(teacher_at, messages::Show{{}, "misconception paint"});
  room.say(teacher_at, messages::Lower{{}, 1});
  room.say(teacher_at, messages::Lock{{}, true});
  room.say(teacher_at, messages::Remove{{}, 2});
  room.say(3, messages::Leave{});
  room.say(teacher_at, messages::RemoveAll{{}, messages::Removable::inactive});
  room.say(teacher_at, messages::NewCode{});
  room.say(teacher_at, messages::Close{});
  print("class", messages::encode(messages::FromClass(protocol::Drain{5000})));
  print("class", messages::encode(messages::FromClass(protocol::Redirect{{"node-2"}})));
}

template <class Message>
void print_again(const char* side, const Result<Message>& message) {
  print(side, message ? messages::encode(*message) : "error " + message.error().sentence);
}

int decode() {
  std::string line;
  while (std::getline(std::cin, line)) {
    const std::string text = line.substr(line.find(' ') + 1);
    if (line.starts_with("client "))
      print_again("client", messages::decode_client(text));
    else
      print_again("class", messages::decode_class(text));
  }
  return 0;
}

}  // namespace
}  // namespace coset::classroom

int main(int count, char** words) {
  if (count > 1 && std::string_view(words[1]) == "decode") return coset::classroom::decode();
  coset::classroom::talk();
  return ::testing::Test::HasFailure() ? 1 : 0;
}
