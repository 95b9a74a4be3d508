// Whatever clients send to a class, each a line for the connection of its first character: a text
// is refused with a sound error or is a message that is written as it was read, and the class is
// the fold of its log.
#include "classroom/classroom.hpp"
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

namespace {

namespace messages = protocol::classroom;

protocol::Token secret(std::uint8_t of) {
  protocol::Token out;
  out.bytes.fill(of);
  return out;
}

classroom::Bytes16 digest(std::string_view bytes) {
  classroom::Bytes16 out{};
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<std::uint8_t>(hash >> 8 * i);
  return out;
}

template <class Message>
void check(const Result<Message>& read, Result<Message> (*decode)(std::string_view),
           std::string_view text) {
  if (!read) return fuzz::expect_sound(read.error(), text);
  const std::string written = messages::encode(*read);
  // A message may grow when it is written out, by escapes; it is read where it fits.
  if (written.size() > messages::max_frame) return;
  const auto again = decode(written);
  expect(again.ok() && *again == *read, "a written message can be read");
}

void commit(classroom::Classroom& room, std::vector<classroom::Row>& log) {
  while (room.busy()) {
    if (room.wants_code()) room.code_drawn("ABCDEF");
    std::vector<classroom::TableMade> made;
    for (std::size_t i = 0; i < room.table_orders().size(); ++i)
      made.push_back({"oak-" + std::to_string(log.size()) + "-" + std::to_string(i), {}, "inv"});
    if (!made.empty()) room.tables_made(made);
    expect(room.proposal().has_value(), "what is whole is proposed");
    log.push_back(*room.proposal());
    for (const auto& each : room.committed(log.back().number, 0))
      expect(messages::decode_class(messages::encode(each.message)).ok(), "what is told is read");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view text = fuzz::text_of(data, size);
  std::vector<classroom::Row> log = {classroom::opening_row(
      digest, "K7P2QX", classroom::Language::en, secret(0xaa), secret(0xbb), 0)};
  auto room = classroom::Classroom::load(log, digest);
  expect(room.ok(), "an opened class can be loaded");
  classroom::Classroom open = *room;
  protocol::Time now = 0;
  for (int line = 0; line < 40 && !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view frame =
        text.substr(std::min<std::size_t>(1, end), end - std::min<std::size_t>(1, end));
    check(messages::decode_client(frame), messages::decode_client, frame);
    check(messages::decode_class(frame), messages::decode_class, frame);
    open.handle(static_cast<unsigned char>(text.front()), frame, now += 1000);
    commit(open, log);
    open.tick(now);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  const auto folded = classroom::State::fold(log);
  expect(folded.ok() && *folded == open.state(), "the class is the fold of its log");
  return 0;
}
