// Any text is refused with a sound error, or is a message that is written as a text that reads as
// the same message. Both directions.
#include "fuzz_support.hpp"
#include "protocol/table/codec.hpp"

using namespace coset;
using fuzz::expect;

namespace {

template <class Message>
void check(const Result<Message>& read, Result<Message> (*decode)(std::string_view),
           std::string_view text) {
  if (!read) return fuzz::expect_sound(read.error(), text);
  const std::string written = protocol::encode(*read);
  // A client's message may grow when it is written out, by escapes; it is read where it fits.
  if (written.size() > protocol::max_frame && text.size() <= protocol::max_frame) return;
  const auto again = decode(written);
  expect(again.ok(), "a written message can be read");
  expect(*again == *read, "it is the same message");
  expect(protocol::encode(*again) == written, "writing is canonical");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = fuzz::text_of(data, size);
  check(protocol::decode_client(text), protocol::decode_client, text);
  check(protocol::decode_table(text), protocol::decode_table, text);
  return 0;
}
