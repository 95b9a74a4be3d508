// A class over real WebSockets: a teacher, a projector and their pupils, who join, answer a lesson,
// and play at the tables of each round. On one event loop.
#pragma once

#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/coset_load/class_pupil.hpp"
#include "apps/coset_load/class_report.hpp"
#include "apps/coset_load/class_teacher.hpp"
#include "server/net/timer.hpp"

namespace coset::coset_load {

struct ClassPlan {
  std::string address = "127.0.0.1";
  std::uint16_t port = 8080;
  bool spread = false;  // ten clients share an address of 127.0.0.0/8
  std::string language = "en";
  std::string code;     // of a class that is open; empty: it opens one
  std::string teacher;  // its secret, in hex; empty: this run has no teacher
  int pupils = 30;
  Time join_time = 1000;  // within which they connect
  int rounds = 1;
  std::string lesson = "colours.primaries";
  Time lesson_time = 2000;  // of each round; 0: no lesson
  Time game_time = 3000;    // of each round; 0: no game
  std::string spec = "al-jabar Z2^3 seats=2 deal=5 copies=5 max_rounds=12";
  bool three = false;         // the odd one is the third at a table; else a bot's partner
  std::uint64_t answers = 0;  // of the class in each lesson, instead of the time; 0: by the time
  std::uint64_t tries = 0;    // of the class in the games of each round; 0: none
  int pauses = 0;             // of each game
  int leave = 0;              // pupils who leave in each lesson and come back
  Time disconnect_every = 0;  // mean time until a connection is lost; 0: never
  Time grace = 60'000;        // for each step of the plan
  PupilProfile profile;
  PlayerProfile player;
  std::uint64_t seed = 1;
};

class ClassFleet {
 public:
  // Moves are written to `observations`, what the class told to `told`, unless they are null.
  ClassFleet(net::EventLoop& loop, ClassPlan plan, std::FILE* observations, std::FILE* told);
  ClassFleet(const ClassFleet&) = delete;
  ClassFleet& operator=(const ClassFleet&) = delete;
  ~ClassFleet();

  // Stops the loop when the plan is done.
  void start();
  void cancel();
  const ClassReport& report() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace coset::coset_load
