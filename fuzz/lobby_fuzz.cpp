// Whatever people say to the lobby, and whatever stands in a store as a setup or in the note of
// where a program stopped: it is read or refused, and what was read is written as it was.
#include <cstdint>
#include <string_view>

#include "base/check.hpp"
#include "hub/table/json.hpp"
#include "serve/doorway.hpp"
#include "serve/lobby_messages.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace coset;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)serve::decode_lobby(text);

  const serve::Stops stops = serve::read_stops(text);
  CHECK(serve::read_stops(serve::write_stops(stops)) == stops);

  const auto setup = hub::read_setup(text);
  if (!setup) return 0;
  const auto good = hub::make_setup(*setup);
  if (!good) return 0;
  const std::string written = hub::write_setup(**good);
  const auto again = hub::read_setup(written);
  CHECK(again && hub::write_setup(*again) == written);
  CHECK(hub::header_of(*again) == hub::header_of(**good));
  return 0;
}
