// What a request to a class comes to: the event that it would be, or why not. Answers are checked
// with the engine. Pure.
#pragma once

#include "classroom/exercises.hpp"
#include "classroom/state.hpp"

namespace coset::classroom {

// A pending table that the host is to make.
struct TableOrder {
  std::string spec;
  std::vector<PupilNumber> pupils;
  std::vector<std::string> aliases;  // of the pupils
  std::vector<Token> tokens;         // their digests
  std::vector<std::string> bots;     // for the other seats

  friend bool operator==(const TableOrder&, const TableOrder&) = default;
};

// An event, with gaps that the host fills: a code, or a table for each order.
struct Plan {
  Event event;
  std::vector<TableOrder> orders = {};
  bool wants_code = false;
};

// Who asks, with the digest of the token; the pupil is null before it has joined.
struct Requester {
  const Pupil* pupil = nullptr;
  Token digest;
  bool extra = false;                          // the teacher's own page
  std::span<const PupilNumber> places = {};    // free ones that the guest had
  std::span<const std::string> reserved = {};  // aliases that others were offered
  std::span<const PupilNumber> away = {};      // who may be removed for it
};

// REQUIRES: it is a request, and the requester has its role
Result<Plan> plan_request(const State& state, const Requester& by,
                          const protocol::classroom::FromClient& message, Exercises& exercises);

// What an answer to a request makes, and takes milliseconds of the host's thread: a game that the
// request names, or a game or the items of a lesson that are not kept.
enum class Work : std::uint8_t { none, game, lesson };
Work work_of(const State& state, const Pupil* by, const protocol::classroom::FromClient& message,
             const Exercises& exercises);

// A table with a bot for a pupil who came after the round began, or whose seat is a bot's.
std::optional<Plan> plan_latecomer(const State& state, const Pupil& pupil, bool lost_seat);

}  // namespace coset::classroom
