// StoreWatch: whether the store takes rows. It is away if the oldest row is not answered for long,
// or if a row is refused. After a pause it is back when it has written a row. After a refusal it is
// back when no row waits and it has taken a probe. Rows that wait are offered again by who has
// them; where there are none, the probe is sent. Belongs to one Node.
#pragma once

#include "serve/journal.hpp"

namespace coset::serve {

class StoreWatch {
 public:
  StoreWatch(Around& around, const Journal& journal) : around_(around), journal_(journal) {}

  void look(Time now) {
    const Config& config = around_.config();
    if (const auto row = journal_.oldest(); row && now >= *row + config.slow_row)
      around_.lose_store(*row);
    if (!around_.outages().now() || now < probe_at_) return;
    probe_at_ = now + config.probe;
    if (probing_ || around_.owes()) return;
    probing_ = true;
    around_.ports().events.probe(around_.later(alive_, [this](store::Outcome outcome) {
      probing_ = false;
      if (outcome == store::Outcome::appended) around_.store_has_room();
    }));
  }
  // When it looks again; nothing while there is nothing to be seen.
  std::optional<Time> next() const {
    if (around_.outages().now()) return probe_at_;
    const auto row = journal_.oldest();
    return row ? std::optional(*row + around_.config().slow_row) : std::nullopt;
  }

 private:
  Alive alive_;
  Around& around_;
  const Journal& journal_;
  Time probe_at_ = 0;
  bool probing_ = false;
};

}  // namespace coset::serve
