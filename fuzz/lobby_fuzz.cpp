// Any message to the lobby, any setup and any crash history: it is decoded or rejected, and what
// was decoded is written back unchanged.
#include <cstdint>
#include <string_view>

#include "base/check.hpp"
#include "server/node/crash_history.hpp"
#include "server/node/lobby_messages.hpp"
#include "table/json.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace coset;
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  (void)node::decode_lobby(text);

  const node::CrashHistory history = node::parse_crash_history(text);
  CHECK(node::parse_crash_history(node::format_crash_history(history)) == history);

  const auto setup = table::read_setup(text);
  if (!setup) return 0;
  const auto good = table::make_setup(*setup);
  if (!good) return 0;
  const std::string written = table::write_setup(**good);
  const auto again = table::read_setup(written);
  CHECK(again && table::write_setup(*again) == written);
  CHECK(table::header_of(*again) == table::header_of(**good));
  return 0;
}
