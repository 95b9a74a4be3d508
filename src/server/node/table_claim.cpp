// How a TableHost acquires, loses and takes over the claim of its table (claim_holder.hpp). Without
// a node's name the table holds it always, and nothing here happens.
#include "server/node/log_rows.hpp"
#include "server/node/table_host.hpp"

namespace coset::node {

namespace {

// When the node that had the claim knows that it has lost it, and its last row has been written.
constexpr Time compare_delay = store::renew_interval.count() + 1000;

// The setup is well formed, but this program does not know its rules, or not its form.
bool is_newer(const Error& error) {
  return error.code.starts_with("spec.") || error.code == "setup.form";
}

}  // namespace

void TableHost::acquire_claim(store::Takeover takeover) {
  claiming_ = true;
  retry_at_.reset();
  claims_.acquire(game_, takeover, lifetime_, this, [this, takeover](const auto& claim) {
    const CrashMarkerScope scope(context_, game_);
    on_claim(claim, takeover);
  });
}

// The log is read after the claim is acquired, so it has every judgement of the last holder. If
// that one lives, it may write moves until it hears of the loss, so the log is read once more then.
void TableHost::on_claim(const Result<store::Claim>& claim, store::Takeover takeover) {
  claiming_ = false;
  if (failure_) return;
  if (!claim) return schedule_retry();
  if (claim->holder != claims_.node())
    return sent_here_ && claims_.may_take_over(game_) ? take_if_playable(claim->holder)
                                                      : leave_to(claim->holder);
  lost_to_.reset();
  if (table_) sent_here_ = false;
  if (claim->crashes >= store::max_table_crashes) return fail(error_code("table.quarantined"));
  read_again_ = reading_log_;
  if (takeover == store::Takeover::always) read_log_at(context_.now() + compare_delay);
  read_log();
}

void TableHost::on_claim_lost(const std::optional<std::string>& holder) {
  const CrashMarkerScope scope(context_, game_);
  if (failure_) return;
  sent_here_ = false;
  if (holder) return leave_to(*holder);
  if (!claiming_) acquire_claim();
}

void TableHost::take_over() {
  if (failure_ || claims_.holds(game_)) return;
  sent_here_ = true;
  if (!claiming_) acquire_claim();
}

void TableHost::take_if_playable(const std::string& holder) {
  if (setup_) return acquire_claim(store::Takeover::always);
  claiming_ = true;
  context_.deps().events.read(game_, ~table::Ply{0}, defer([this, holder](const auto& log) {
                                claiming_ = false;
                                if (!log) return schedule_retry();
                                if (!*log) return fail(error_code("table.not_found"));
                                const auto setup = setup_of(**log, game_);
                                if (!setup && is_newer(setup.error())) return leave_to(holder);
                                if (!setup) return fail_as_corrupt(setup.error().sentence);
                                acquire_claim(store::Takeover::always);
                              }));
}

// Which node knows newer rules is not known: the client is sent on, also to one that does not, and
// comes back after a delay.
void TableHost::on_unreadable_setup(const Error& error) {
  const bool newer = is_newer(error);
  if (!claims_.clustered() || (sent_here_ && !newer)) return fail_as_corrupt(error.sentence);
  claiming_ = true;
  claims_.find_other_node(lifetime_, [this, newer, detail = error.sentence](const auto& other) {
    const CrashMarkerScope scope(context_, game_);
    claiming_ = false;
    if (failure_) return;
    if (other) return leave_to(*other);
    newer ? fail(error_code("table.unavailable"), "This server cannot play this game: " + detail)
          : fail_as_corrupt(detail);
  });
}

void TableHost::leave_to(const std::string& node) {
  lost_to_ = node;
  sent_here_ = false;
  retry_at_.reset();
  on_load_ended();
}

}  // namespace coset::node
