// The parts of a request header: targets, cookies, addresses, origins, names.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "engine/bots/person_name.hpp"
#include "server/net/client_address.hpp"
#include "server/net/guest_cookie.hpp"
#include "server/net/headers.hpp"
#include "server/net/host_name.hpp"
#include "server/net/routes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace coset::net;
  static const GuestCookies cookies(GuestCookies::Key{1, 2, 3});
  const std::string_view text(reinterpret_cast<const char*>(data), size);

  const Target target = parse_target(text);
  if (target.route != Route::bad) {
    CHECK(target.path.starts_with('/'));
    CHECK(target.path.find("/../") == std::string::npos && !target.path.ends_with("/.."));
  }
  // An unsigned value is rejected; a signed one is read back.
  CHECK(!cookies.read(text));
  for (const bool secure : {false, true}) CHECK(cookies.identify(text, secure).is_new);
  if (!coset::bots::name_error(text)) {
    CHECK(coset::bots::can_be_kept(text));  // in every game
    coset::node::GuestIdentity guest;
    guest.id = std::string(32, 'a');
    guest.name = text;
    const auto read = cookies.identify(std::string("a=b; coset=") + cookies.write(guest), false);
    CHECK(!read.is_new && read.name == text && read.id == guest.id);
  }
  const std::size_t half = size / 2;
  const Client client =
      resolve_client("10.0.0.1", text.substr(0, half), text.substr(half), {"10.0.0.1"});
  CHECK(address_of(client.address) == client.address);
  if (const auto origin = origin_of(text)) CHECK(origin_of(*origin) == origin);
  // The first entry of an encoding decides.
  CHECK(accepts_encoding("br, " + std::string(text), "br"));
  CHECK(!accepts_encoding("br;q=0, " + std::string(text), "br"));
  if (is_host(text)) CHECK(text.find_first_of("/@ \"<>") == text.npos);
  // No name of the public DNS becomes local by what is before it.
  CHECK(!is_local_host(std::string(text) + ".example"));
  (void)is_our_origin(text.substr(0, half), text.substr(half), std::nullopt);
  return 0;
}
