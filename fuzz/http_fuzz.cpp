// Whatever stands in the head of a request: targets, cookies, addresses, origins, names.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "bots/person_name.hpp"
#include "net/client.hpp"
#include "net/guests.hpp"
#include "net/headers.hpp"
#include "net/target.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace coset::net;
  static const Guests guests(Guests::Key{1, 2, 3});
  const std::string_view text(reinterpret_cast<const char*>(data), size);

  const Target target = read_target(text);
  if (target.route != Route::bad) {
    CHECK(target.path.starts_with('/'));
    CHECK(target.path.find("/../") == std::string::npos && !target.path.ends_with("/.."));
  }
  // What nobody signed is nobody's; what we sign is read back.
  CHECK(!guests.read(text));
  CHECK(!guests.from_header(text));
  if (!coset::bots::name_error(text)) {
    CHECK(coset::bots::can_be_kept(text));  // in every game
    coset::serve::Visitor visitor;
    visitor.id = std::string(32, 'a');
    visitor.name = text;
    const auto read = guests.from_header(std::string("a=b; coset=") + guests.write(visitor));
    CHECK(read && read->name == text && read->id == visitor.id);
  }
  const std::size_t half = size / 2;
  const Client client =
      client_of("10.0.0.1", text.substr(0, half), text.substr(half), {"10.0.0.1"});
  CHECK(address_of(client.address) == client.address);
  if (const auto origin = origin_of(text)) CHECK(origin_of(*origin) == origin);
  // The first word on an encoding is the one that holds.
  CHECK(takes_encoding("br, " + std::string(text), "br"));
  CHECK(!takes_encoding("br;q=0, " + std::string(text), "br"));
  if (is_host(text)) CHECK(text.find_first_of("/@ \"<>") == text.npos);
  (void)is_our_origin(text.substr(0, half), text.substr(half), std::nullopt);
  return 0;
}
