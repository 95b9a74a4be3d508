#include "apps/coset/cli/arena/player.hpp"

#include <chrono>
#include <ctime>

#include "apps/coset/cli/arena/exec_bot.hpp"
#include "apps/coset/cli/names.hpp"
#include "apps/coset/cli/terminal/output.hpp"

namespace coset::cli {

namespace {

class OwnBot : public Player {
 public:
  OwnBot(std::shared_ptr<const bots::Bot> bot, const MoveLimits& limits)
      : bot_(std::move(bot)), limits_(limits) {}

  Action choose(const Match& match, Seat seat, Rng& rng) override {
    bots::Budget budget{limits_.playouts, limits_.stop};
    if (limits_.milliseconds) {
      const auto end =
          std::chrono::steady_clock::now() + std::chrono::milliseconds(*limits_.milliseconds);
      budget.stop = [end, &stop = limits_.stop] {
        return std::chrono::steady_clock::now() >= end || (stop && stop());
      };
    }
    return bot_->choose(match.spec(), match.observe(seat), budget, rng);
  }
  // CPU time of this thread, independent of other load.
  std::uint64_t now() const override {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<std::uint64_t>(time.tv_sec) * 1000000000 +
           static_cast<std::uint64_t>(time.tv_nsec);
  }

 private:
  std::shared_ptr<const bots::Bot> bot_;
  MoveLimits limits_;
};

}  // namespace

void check_player(const std::string& name, const Spec& spec) {
  if (!name.starts_with(exec_prefix)) return check_bot(name, spec);
  if (name.size() == exec_prefix.size())
    throw Failure(Exit::input, "Missing program after exec:, as in exec:./mybot.");
}

std::unique_ptr<Player> make_player(const std::string& name, const MoveLimits& limits) {
  if (name.starts_with(exec_prefix)) return make_exec_bot(name, limits);
  return std::make_unique<OwnBot>(bots::make_bot(name).value(), limits);
}

}  // namespace coset::cli
