// Any text is refused with a sentence, or is a finished game whose deal is checked to an end, and
// what is said of it fits together.
#include "apps/coset/cli/deal_check.hpp"
#include "fuzz_support.hpp"

using namespace coset;
using fuzz::expect;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > 8192) return 0;
  const auto game = cli::read_finished(fuzz::text_of(data, size));
  if (!game) {
    expect(!game.error().sentence.empty(), "a refusal has a sentence");
    return 0;
  }
  const cli::DealCheck check = cli::check_deal(*game);
  expect(check.agree >= 0 && check.agree <= check.deals, "no more deals agree than there are");
  expect((check.agree == check.deals) == check.drawn.empty(), "what differs first is named");
  if (check.fault == cli::DealFault::none) {
    expect(check.committed == game->commitment, "a deal that holds was promised");
    expect(check.agree == check.deals && check.broken.empty(), "and every piece of it was drawn");
  }
  return 0;
}
