// A pupil of a class without a socket: frames and time in, frames out. It joins with an alias that
// was offered, answers the lesson that it was given and tries trades at its table, and sends every
// request again until it is told by its id.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "apps/coset_load/class_work.hpp"
#include "protocol/classroom/class.hpp"

namespace coset::coset_load {

using protocol::Time;

struct PupilProfile {
  Time think_time = 1000;  // mean, in milliseconds
  int max_duplicates = 1;  // each request is sent 1 to N times
  Time resend = 2000;      // an unanswered request
  Time heartbeat = 10'000;
  double wrong = 0.3;  // the share of answers that are wrong
  // Empty: all, and trades that show none.
  std::vector<teach::Misconception> misconceptions = {};
};

// A request that the class has answered: what it counts.
struct Told {
  bool trade = false;
  std::string alias;
  std::string item;  // "LESSON SEED ITEM" with items from 1, or the table
  std::string text;  // the answer, or "R+Y=G"
  bool correct = false;
  std::string misconception;
};
std::string format_told(const Told& told);  // cells with tabs between them, and a newline

class ClassPupil {
 public:
  ClassPupil(std::string code, protocol::Token token, PupilProfile profile, std::uint64_t seed);

  void on_connect(Time now);
  void on_disconnect() { connected_ = greeted_ = false; }
  void on_message(std::string_view frame, Time now);
  void wake(Time now);

  std::vector<std::string> take_frames() { return std::exchange(out_, {}); }
  std::vector<Told> take_told() { return std::exchange(told_, {}); }

  // What it may send yet.
  void set_quota(std::uint64_t answers, std::uint64_t tries) {
    answers_left_ = answers;
    tries_left_ = tries;
  }
  // Says goodbye; with `come_back` it joins again, under the same number.
  void leave() { wants_to_leave_ = true; }
  void come_back();
  bool has_left() const { return left_; }

  bool joined() const { return joined_; }
  // On this connection the class has said where the pupil is.
  bool in_place() const { return greeted_ && joined_; }
  // Nothing is left to be sent, or to be told.
  bool is_idle() const { return !pending_ && !wants_to_leave_; }
  bool has_quota() const;
  const std::string& alias() const { return alias_; }
  const protocol::Token& token() const { return token_; }
  const protocol::classroom::PupilState& state() const { return state_; }
  std::uint64_t answers() const { return answers_; }  // sent, each once
  std::uint64_t tries() const { return tries_; }
  std::uint64_t misjudged() const { return misjudged_; }
  const std::map<std::string, std::uint64_t>& errors() const { return errors_; }
  // The class will not have it.
  bool refused() const { return refused_; }
  // The teacher has closed the class, or it is gone.
  bool closed() const { return closed_; }
  std::optional<Time> take_drain() { return std::exchange(drain_, {}); }
  std::optional<protocol::NodeName> take_redirect() { return std::exchange(redirect_, {}); }
  // What the class did that it must never do; empty if nothing.
  const std::string& complaint() const { return complaint_; }

 private:
  struct Pending {
    protocol::MoveId id{};
    std::string frame;
    Told expected;
    bool counts = false;  // an answer or a trade
    Time sent = 0;
  };

  void on(const protocol::classroom::Welcome& message, Time now);
  void on(const protocol::classroom::PupilState& message);
  // Nothing of the place was lost.
  void check_place(const protocol::classroom::Welcome& message);
  void on(const protocol::classroom::ClassError& message, Time now);
  void on_done(protocol::MoveId id);
  void on_told(protocol::MoveId id, const Told& told);
  void request(const protocol::classroom::FromClient& message, Time now);
  void send_pending(Time now);
  void send_hello();
  void join(const std::vector<std::string>& offers, Time now);
  bool send_answer(Time now);
  bool send_try(Time now);
  protocol::MoveId new_id() { return static_cast<protocol::MoveId>(rng_.next() | 1U); }

  std::string code_;
  protocol::Token token_;
  PupilProfile profile_;
  Rng rng_;
  bool connected_ = false;
  bool greeted_ = false;  // on this connection
  bool joined_ = false;
  bool left_ = false;
  bool wants_to_leave_ = false;
  bool refused_ = false;
  bool closed_ = false;
  std::uint16_t skip_ = 0;
  std::optional<protocol::classroom::PupilNumber> number_;
  std::string alias_;
  protocol::classroom::PupilState state_;
  std::optional<Pending> pending_;
  Time think_until_ = 0, heartbeat_at_ = 0;
  int item_ = 0;
  std::string lesson_;  // that item_ belongs to
  std::uint64_t answers_left_ = 0, tries_left_ = 0;
  std::uint64_t answers_ = 0, tries_ = 0, misjudged_ = 0;
  std::string trade_spec_;  // that trades_ belongs to
  std::vector<teach::Misconception> trades_;
  std::map<std::string, std::uint64_t> errors_;
  std::optional<Time> drain_;
  std::optional<protocol::NodeName> redirect_;
  std::string complaint_;
  std::vector<std::string> out_;
  std::vector<Told> told_;
};

}  // namespace coset::coset_load
