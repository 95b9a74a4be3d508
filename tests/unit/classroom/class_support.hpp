// Shared by the tests of classes: a digest that needs no library, and a host that commits to a log
// in memory, at once or when it is told.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>

#include "base/rng.hpp"
#include "classroom/aliases.hpp"
#include "classroom/classroom.hpp"

namespace coset::classroom {

namespace messages = protocol::classroom;

// Two FNV hashes, mixed. Good enough for tests; a real host injects BLAKE2b.
inline Bytes16 test_digest(std::string_view bytes) {
  Bytes16 out{};
  std::uint64_t words[] = {mix(fnv1a(bytes)), mix(fnv1a(bytes, 0x1234567))};
  for (std::size_t i = 0; i < 16; ++i)
    out[i] = static_cast<std::uint8_t>(words[i / 8] >> 8 * (i % 8));
  return out;
}

// How many of the cases of a long test: all of them with COSET_WHOLE.
inline int bounded(int some, int whole) {
  if (std::getenv("COSET_WHOLE") != nullptr) return whole;
  const char* text = std::getenv("COSET_TEST_SCALE");
  return std::max(1, static_cast<int>(some * (text == nullptr ? 1 : std::atof(text))));
}

inline Token token_of(int number) {
  Token out;
  for (std::size_t i = 0; i < 16; ++i)
    out.bytes[i] =
        static_cast<std::uint8_t>(mix(static_cast<std::uint64_t>(number)) >> (i % 8 * 8));
  out.bytes[0] = static_cast<std::uint8_t>(number);
  return out;
}

inline constexpr std::string_view class_code = "K7P2QX";
inline const Token teacher_secret = token_of(201);
inline const Token projector_secret = token_of(202);
inline constexpr std::string_view pair_spec = "al-jabar Z2^3 seats=2";
// Connections: pupil n has n, the teacher 1000, the projector 1001.
inline constexpr ConnectionId teacher_at = 1000;
inline constexpr ConnectionId projector_at = 1001;

class ClassHost {
 public:
  explicit ClassHost(Language language = Language::en)
      : log{opening_row(test_digest, class_code, language, teacher_secret, projector_secret, now)},
        room(loaded()) {}

  Classroom loaded() const {
    auto out = Classroom::load(log, test_digest);
    EXPECT_TRUE(out.ok()) << (out ? "" : out.error().sentence);
    return *std::move(out);
  }
  MoveId next_id() { return static_cast<MoveId>(mix(++ids)); }
  // What is new in this log, in parts of two.
  Result<Outgoing> reload(std::span<const Row> whole) {
    for (auto news = whole.subspan(room.state().number); !news.empty();) {
      const std::size_t size = std::min<std::size_t>(2, news.size());
      if (auto error = room.follow(news.first(size))) return *std::move(error);
      news = news.subspan(size);
    }
    return room.followed(now);
  }

  // Everything that comes of a message, committed.
  Outgoing send(ConnectionId from, const messages::FromClient& message) {
    return settle(room.handle(from, message, now));
  }
  // Makes what was ordered and commits until nothing is proposed.
  Outgoing settle(Outgoing out = {}) {
    while (room.busy()) {
      make_orders();
      if (!room.proposal()) {
        ADD_FAILURE() << "busy without a proposal";
        break;
      }
      const Row row = *room.proposal();
      log.push_back(row);
      for (auto& each : room.committed(row.number, now)) out.push_back(std::move(each));
    }
    return out;
  }
  void make_orders() {
    if (room.wants_code()) room.code_drawn("ABCDEF");
    std::vector<TableMade> made;
    for (std::size_t i = 0; i < room.table_orders().size(); ++i) {
      const auto number = std::to_string(++tables);
      made.push_back({"oak-" + number, static_cast<protocol::GameId>(tables), "inv" + number});
    }
    if (!made.empty()) room.tables_made(made);
  }

  Outgoing hello(int pupil, std::uint16_t skip = 0) {
    return send(
        static_cast<ConnectionId>(pupil),
        messages::Hello{1, std::string(class_code), token_of(pupil), messages::Role::pupil, skip});
  }
  Outgoing watch() {
    send(projector_at, messages::Hello{1, std::string(class_code), projector_secret,
                                       messages::Role::projector, 0});
    return send(teacher_at, messages::Hello{1, std::string(class_code), teacher_secret,
                                            messages::Role::teacher, 0});
  }
  // A pupil comes in by the first alias that is offered.
  void join(int pupil);
  void join_all(int pupils) {
    for (int i = 1; i <= pupils; ++i) join(i);
  }
  template <class Message>
  Outgoing teach(Message message) {
    message.id = next_id();
    return send(teacher_at, message);
  }

  Time now = 1'700'000'000'000;
  std::vector<Row> log;
  Classroom room;
  std::uint64_t ids = 0;
  int tables = 0;
};

// The first message of a type to a connection; fails if there is none.
template <class T>
T told(const Outgoing& out, ConnectionId to) {
  for (const OutgoingMessage& each : out)
    if (std::count(each.to.begin(), each.to.end(), to) != 0)
      if (const auto* message = std::get_if<T>(&each.message)) return *message;
  ADD_FAILURE() << "not told: " << T::type;
  return {};
}
template <class T>
std::size_t count_of(const Outgoing& out) {
  return static_cast<std::size_t>(std::count_if(out.begin(), out.end(), [](const auto& each) {
    return std::holds_alternative<T>(each.message);
  }));
}
inline std::string refused(const Outgoing& out, ConnectionId to) {
  return told<messages::ClassError>(out, to).code;
}

inline void ClassHost::join(int pupil) {
  const auto welcome = told<messages::Welcome>(hello(pupil), static_cast<ConnectionId>(pupil));
  ASSERT_FALSE(welcome.offers.empty());
  send(static_cast<ConnectionId>(pupil), messages::Join{next_id(), welcome.offers[0], {}});
}

}  // namespace coset::classroom
