// Random operations on a class: whatever happens, its state is the fold of its log, a log is
// accepted by every host, and a request that is sent again counts once.
#include <set>

#include "classroom/facts.hpp"
#include "engine/teach/lessons/lesson.hpp"
#include "unit/classroom/class_support.hpp"

namespace coset::classroom {
namespace {

class Chaos {
 public:
  explicit Chaos(std::uint64_t seed) : rng_(seed) {
    host_.watch();
    for (ConnectionId pupil = 1; pupil <= 8; ++pupil) {
      host_.hello(static_cast<int>(pupil));
      submit(pupil, messages::Join{host_.next_id(), alias_at(Language::en, pupil), {}});
    }
  }

  void step() {
    host_.now += rng_.below(4000);
    const auto who = static_cast<int>(1 + rng_.below(12));
    switch (rng_.below(21)) {
      case 20:
        if (rng_.below(4) == 0) host_.now += away_timeout;
        host_.room.release_places(host_.now);
        return settle();
      case 0:
        host_.hello(who, static_cast<std::uint16_t>(rng_.below(9)));
        return;
      case 1:
        host_.room.on_disconnect(static_cast<ConnectionId>(who), host_.now);
        return;
      case 2:
        return host_died();
      case 3:
        host_.room.tick(host_.now);
        return;
      case 4:
        return again();
      default:
        return request(rng_.below(4) == 0 ? teacher_at : static_cast<ConnectionId>(who));
    }
  }

  void check() {
    const auto folded = State::fold(host_.log);
    ASSERT_TRUE(folded.ok()) << folded.error().sentence;
    ASSERT_EQ(*folded, host_.room.state());
    std::set<std::string> names;
    for (const Pupil& pupil : host_.room.state().pupils) {
      ASSERT_TRUE(names.insert(pupil.alias).second) << pupil.alias << " twice";
      if (const PairedTable* table = host_.room.state().table_of(pupil.number))
        for (const PupilNumber other : table->pupils)
          ASSERT_FALSE(host_.room.state().pupil(other)->removed) << "at " << table->name;
    }
    ASSERT_EQ(host_.room.state().outcomes.size(), accepted_.size());
    ASSERT_EQ(answers_, host_.room.state().answers);
    ASSERT_EQ(trades_, host_.room.state().trades);
    const std::string text = messages::encode(messages::FromClass(host_.room.wall(host_.now)));
    ASSERT_TRUE(messages::decode_class(text).ok());
  }

  std::size_t rows() const { return host_.log.size(); }
  std::uint32_t answers() const { return answers_; }
  std::uint32_t trades() const { return trades_; }

 private:
  messages::FromClient make(ConnectionId by) {
    const MoveId id = host_.next_id();
    const auto number = static_cast<PupilNumber>(1 + rng_.below(12));
    if (by == teacher_at) {
      const char* tasks[] = {"wait", "tables", "lesson colours.white 3", "game al-jabar Z2^3"};
      switch (rng_.below(9)) {
        case 0:
          return messages::Pause{id, rng_.below(2) == 0};
        case 1:
          return messages::Pair{id,
                                std::string(pair_spec),
                                rng_.below(2) == 0 ? messages::Odd::bot : messages::Odd::three,
                                {}};
        case 2:
          return messages::Lock{id, rng_.below(4) == 0};
        case 3:
          if (rng_.below(8) == 0) return messages::Remove{id, number};
          if (rng_.below(16) == 0)
            return messages::RemoveAll{
                id, rng_.below(2) == 0 ? messages::Removable::away : messages::Removable::inactive};
          return messages::Lower{id, number};
        case 4:
          return messages::SetOptions{id, rng_.below(2) == 0, {}, {}};
        case 5:
          return messages::SetTask{id, {number}, tasks[rng_.below(4)]};
        case 6:
          return messages::Show{id, "paint"};
        case 7:
          return messages::Tried{id, "", {"R"}, {"O"}, {}};  // not the teacher's
        default:
          return messages::SetTask{id, {}, tasks[rng_.below(4)]};
      }
    }
    const State& state = host_.room.state();
    const std::string alias = alias_at(Language::en, rng_.below(20));
    switch (rng_.below(9)) {
      case 0:
      case 1:
        return messages::Join{id, alias, {}};
      case 2:
        return messages::Rename{id, alias};
      case 3:
        return messages::Raise{id, rng_.below(2) == 0};
      case 4:
        if (rng_.below(4) == 0) return messages::Leave{id};
        return messages::Pause{id, true};  // not a pupil's
      case 5: {
        const PairedTable* table = state.table_of(static_cast<PupilNumber>(by));
        return messages::Tried{id, table == nullptr ? "" : table->name, {"O", "R"}, {"O"}, {}};
      }
      default: {
        const std::string& task =
            state.given[rng_.below(static_cast<std::uint32_t>(state.given.size()))];
        const std::size_t space = task.rfind(' ');
        return messages::Answer{id,
                                task.substr(7, space - 7),
                                task.substr(space + 1),
                                static_cast<std::uint8_t>(rng_.below(9)),
                                std::string(1, static_cast<char>('1' + rng_.below(5))),
                                100,
                                static_cast<std::uint8_t>(rng_.below(2)),
                                rng_.below(4) == 0};
      }
    }
  }

  void request(ConnectionId by) { submit(by, make(by)); }
  void submit(ConnectionId by, const messages::FromClient& message) {
    host_.room.handle(by, message, host_.now);
    if (!host_.room.busy()) return;
    const State before = host_.room.state();
    host_.make_orders();
    ASSERT_EQ(before, host_.room.state());        // nothing before the commit
    if (rng_.below(12) == 0) return host_died();  // never written
    const Row row = *host_.room.proposal();
    host_.log.push_back(row);
    State after = before;
    ASSERT_FALSE(after.apply(std::span(&row, 1)));
    ASSERT_EQ(facts_after(before, *read_event(row.body)), facts_of(after));
    note(row, by, message);
    if (rng_.below(12) == 0) return host_died();  // written, and the result is lost
    if (rng_.below(6) == 0) {
      ASSERT_TRUE(host_.reload(host_.log).ok());
    } else {
      host_.room.committed(row.number, host_.now);
    }
    settle();
  }
  // The rows of the class itself.
  void settle() { host_.settle(); }
  void note(const Row& row, ConnectionId by, const messages::FromClient& message) {
    if (row.id == MoveId::none) return;
    ASSERT_EQ(row.id, messages::id_of(message));
    accepted_.emplace_back(by, message);
    if (std::holds_alternative<messages::Answer>(message)) ++answers_;
    if (std::holds_alternative<messages::Tried>(message)) ++trades_;
  }
  void again() {
    if (accepted_.empty()) return;
    const auto& [by, message] = accepted_[rng_.below(static_cast<std::uint32_t>(accepted_.size()))];
    const auto rows = host_.log.size();
    host_.room.handle(by, message, host_.now);
    ASSERT_FALSE(host_.room.busy());
    ASSERT_EQ(host_.log.size(), rows);
  }
  void host_died() {
    const bool paused = host_.room.state().paused;
    const auto number = host_.room.state().number;
    host_.room = host_.loaded();
    if (number == host_.room.state().number) {
      ASSERT_EQ(paused, host_.room.state().paused);
    }
    host_.watch();
    for (int i = 1; i <= 12; ++i)
      if (rng_.below(4) != 0) host_.hello(i);
    settle();
  }

  Rng rng_;
  ClassHost host_;
  std::vector<std::pair<ConnectionId, messages::FromClient>> accepted_;
  std::uint32_t answers_ = 0;
  std::uint32_t trades_ = 0;
};

TEST(ClassProperty, StateIsTheFoldOfTheLogWhateverHappens) {
  const int cases = bounded(60, 3000);
  std::size_t rows = 0;
  std::uint32_t answers = 0;
  std::uint32_t trades = 0;
  for (int i = 0; i < cases; ++i) {
    Chaos chaos(static_cast<std::uint64_t>(i));
    for (int step = 0; step < 150; ++step) {
      chaos.step();
      if (step % 10 == 0) chaos.check();
      ASSERT_FALSE(::testing::Test::HasFailure()) << "case " << i << " step " << step;
    }
    chaos.check();
    ASSERT_FALSE(::testing::Test::HasFailure()) << "case " << i;
    rows += chaos.rows();
    answers += chaos.answers();
    trades += chaos.trades();
  }
  // It happens at all.
  EXPECT_GT(rows, static_cast<std::size_t>(cases) * 20);
  EXPECT_GT(answers, static_cast<std::uint32_t>(cases));
  EXPECT_GT(trades, static_cast<std::uint32_t>(cases) / 2);
}

}  // namespace
}  // namespace coset::classroom
