// How a ClassHost finds its class, acquires its claim, and reads the log: at first all of it, and
// then what is new since the rows that it has.
#include "server/node/class_host.hpp"
#include "server/node/class_page.hpp"

namespace coset::node {

namespace {

constexpr Millis max_retry_delay = 1000;

classroom::Row row_of(const store::ClassEvent& event) {
  return {event.number, event.id, event.at, event.body};
}

std::vector<classroom::Row> rows_of(std::span<const store::ClassEvent> events) {
  std::vector<classroom::Row> out;
  out.reserve(events.size());
  for (const store::ClassEvent& each : events) out.push_back(row_of(each));
  return out;
}

}  // namespace

// A read that still waits for its turn never starts.
void ClassHost::leave_gate() {
  if (loading_.waits()) reading_ = false;
  loading_.leave();
}

void ClassHost::on_load_ended() {
  leave_gate();
  on_loaded_.notify();
}

void ClassHost::find_class() {
  reading_ = true;
  retry_at_.reset();
  context_.deps().classes.find(code_, defer([this](const auto& found) {
                                 reading_ = false;
                                 if (!found) return schedule_retry();
                                 if (!*found) return fail(error_code("class.not_found"));
                                 if (context_.is_quarantined(**found))
                                   return fail(error_code("class.unavailable"));
                                 id_ = *found;
                                 read_log();
                               }));
}

void ClassHost::acquire_claim(store::Takeover takeover) {
  claiming_ = true;
  retry_at_.reset();
  claims_.acquire(*id_, takeover, lifetime_, this, [this](const Result<store::Claim>& claim) {
    const Scope scope(*this);
    on_claim(claim);
  });
}

void ClassHost::on_claim(const Result<store::Claim>& claim) {
  claiming_ = false;
  if (failure_) return;
  if (!claim) return schedule_retry();
  if (claim->holder == claims_.node()) {
    lost_to_.reset();
    sent_here_ = false;
    if (claim->crashes >= store::max_table_crashes) return fail(error_code("class.unavailable"));
    return read_log();
  }
  if (sent_here_ && claims_.may_take_over(*id_)) return acquire_claim(store::Takeover::always);
  sent_here_ = false;
  lost_to_ = claim->holder;
  on_load_ended();
}

void ClassHost::on_claim_lost(const std::optional<std::string>& holder) {
  const Scope scope(*this);
  if (failure_) return;
  sent_here_ = false;
  class_places_.reset();  // of the next holder
  if (std::exchange(next_page_, false)) reading_ = false;
  if (holder) {
    lost_to_ = *holder;
    on_load_ended();
  } else if (!claiming_) {
    acquire_claim();
  }
}

void ClassHost::take_over() {
  if (failure_ || (id_ && claims_.holds(*id_))) return;
  sent_here_ = true;
  if (!claiming_ && id_) acquire_claim();
}

// Others are loaded meanwhile.
void ClassHost::schedule_retry() {
  leave_gate();
  retry_at_ = context_.now() + retry_delay_;
  retry_delay_ = std::min(2 * retry_delay_, max_retry_delay);
}

void ClassHost::read_log() {
  if (!id_) return find_class();
  if (reading_ || claiming_) return;
  if (!claims_.holds(*id_)) return acquire_claim();
  if (!class_places_) return read_places();
  reading_ = true;
  retry_at_.reset();
  folding_.reset();
  if (!classroom_) folding_.emplace();
  if (classroom_) before_ = classroom_->state().number;
  compared_ = false;
  if (classroom_ || loading_.held() || gate_.enter(loading_, defer([this] { read_page(); })))
    read_page();
}

void ClassHost::read_places() {
  reading_ = true;
  context_.deps().guests.list_places(*id_, defer([this](const auto& found) {
    reading_ = false;
    if (lost_to_ || claiming_ || failure_) return;
    if (!found) return schedule_retry();
    class_places_ = *found;
    read_log();
  }));
}

// First of what is new the last row again: whether the log is still the one that the class has.
void ClassHost::read_page() {
  store::LogRange range = log_page;
  range.from = folding_ ? folding_->number + 1 : last_.number + (compared_ ? 1 : 0);
  context_.deps().classes.read(*id_, range, defer([this](const auto& page) { on_page(page); }));
}

void ClassHost::on_page(const Result<store::LogPage>& page) {
  if (lost_to_ || claiming_ || failure_) {
    reading_ = false;
    return;
  }
  if (!page) {
    reading_ = false;
    return schedule_retry();
  }
  retry_delay_ = context_.config().retry_delay;
  units_read_ += units_of(*page);
  folding_ ? fold(*page) : follow(*page);
}

// wake() goes on with the next page.
void ClassHost::fold(const store::LogPage& page) {
  const bool good = !folding_->apply(rows_of(page.events));
  if (good && !page.events.empty()) last_ = row_of(page.events.back());
  if (good && page.more) {
    next_page_ = true;
    return;
  }
  reading_ = false;
  classroom::State state = *std::exchange(folding_, {});
  if (!good) return fail(error_code("class.corrupt"));
  if (state.number == 0)
    return classroom_ ? close_forgotten() : fail(error_code("class.not_found"));
  facts_.reset();
  if (classroom_) return on_reloaded(classroom_->replace(std::move(state), context_.now()));
  classroom_.emplace(std::move(state), context_.deps().crypto.blake2b);
  on_load_ended();
  serve();
}

void ClassHost::follow(const store::LogPage& page) {
  std::span<const store::ClassEvent> news(page.events);
  if (!std::exchange(compared_, true)) {
    if (news.empty() || row_of(news.front()) != last_) {
      // It was forgotten, or rows were lost with their database: all of it is read.
      folding_.emplace();
      next_page_ = true;
      return;
    }
    news = news.subspan(1);
  }
  const auto rows = rows_of(news);
  const bool good = !classroom_->follow(rows);
  if (!rows.empty()) last_ = rows.back();
  if (good && page.more) {
    next_page_ = true;
    return;
  }
  reading_ = false;
  if (!good) return fail(error_code("class.corrupt"));
  if (classroom_->state().number != before_) facts_.reset();
  on_reloaded(classroom_->followed(context_.now()));
}

void ClassHost::on_reloaded(const classroom::Outgoing& outgoing) {
  if (classroom_->state().number != before_) {
    conflicts_in_a_row_ = 0;
    remake_ = making_ > 0;
  }
  deliver(outgoing);
  serve();
}

}  // namespace coset::node
