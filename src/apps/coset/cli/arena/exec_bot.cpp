#include "apps/coset/cli/arena/exec_bot.hpp"

#include <nlohmann/json.hpp>

#include "apps/coset/cli/arena/child_process.hpp"
#include "apps/coset/cli/terminal/output.hpp"
#include "base/reader.hpp"
#include "protocol/json_output/match_json.hpp"

namespace coset::cli {

namespace {

using Json = nlohmann::ordered_json;
using Clock = ChildProcess::Clock;
using Said = ChildProcess::Said;
using std::chrono::milliseconds;

constexpr std::size_t max_actions = 500;    // listed in a position
constexpr milliseconds after_stop{1000};    // to answer "stop"
constexpr milliseconds unless_told{10000};  // where there is no other limit
constexpr int max_remarks = 100000;         // "info" lines before an answer

class ExecBot : public ExecPlayer {
 public:
  ExecBot(const std::string& name, const MoveLimits& limits)
      : name_(name),
        limits_(limits),
        child_(name.substr(exec_prefix.size()), {limits.errors, limits.stop}) {
    tell("hello 1");
    const std::string answer = hear("hello", Clock::now() + unless_told).value_or("");
    if (answer.empty()) complain("did not answer 'hello' within 10 s");
    if (first_word(answer) != "hello")
      complain("answered 'hello' with " + shown(answer) + " and not with 'hello NAME'");
    title_ = answer.substr(std::min(answer.size(), sizeof "hello"));
  }
  ~ExecBot() override { child_.tell("quit", Clock::now() + after_stop); }
  ExecBot(const ExecBot&) = delete;
  ExecBot& operator=(const ExecBot&) = delete;

  const std::string& title() const override { return title_; }

  void begin(const Match& match, const std::vector<Seat>& seats) override {
    tell("game " + Json{{"spec", match.spec().text()}, {"seats", numbers(seats)}}.dump());
  }
  // A program that exits after its last move is not a failure.
  void over(const Match& match, const std::vector<Seat>& seats) override {
    const Scores scores = match.scores();
    Json points = Json::array();
    Json winners = Json::array();
    for (int seat = 0; seat < scores.seats; ++seat) {
      points.push_back(scores.points[static_cast<std::size_t>(seat)]);
      if ((scores.winners >> seat & 1) != 0) winners.push_back(seat + 1);
    }
    child_.tell("over " + Json{{"seats", numbers(seats)},
                               {"points", points},
                               {"winners", winners},
                               {"ending", word_of(match.ending())},
                               {"turns", match.turns()}}
                              .dump(),
                Clock::now() + after_stop);
  }

  Action choose(const Match& match, Seat seat, Rng& rng) override {
    const milliseconds time =
        limits_.milliseconds ? milliseconds(*limits_.milliseconds) : unless_told;
    tell("position " + protocol::seat_json(match, seat, max_actions));
    std::string go = "go seed " + std::to_string(rng.next() >> 32U);
    if (limits_.milliseconds) go += " ms " + std::to_string(*limits_.milliseconds);
    tell(go);
    auto answer = hear("go", Clock::now() + time);
    if (!answer) {
      tell("stop");
      answer = hear("stop", Clock::now() + after_stop);
    }
    if (!answer)
      complain("sent no move within " + std::to_string(time.count()) + " ms, nor after 'stop'");
    if (first_word(*answer) != "bestmove" || answer->size() < sizeof "bestmove")
      complain("answered 'go' with " + shown(*answer) + " and not with 'bestmove MOVE'");
    return checked(match, seat, answer->substr(sizeof "bestmove"));
  }
  std::uint64_t now() const override {
    return static_cast<std::uint64_t>(
        std::chrono::nanoseconds(Clock::now().time_since_epoch()).count());
  }

 private:
  static Json numbers(const std::vector<Seat>& seats) {
    Json out = Json::array();
    for (const Seat seat : seats) out.push_back(seat + 1);
    return out;
  }
  static std::string_view first_word(std::string_view line) {
    return line.substr(0, line.find(' '));
  }
  static std::string shown(const std::string& line) { return "'" + shortened(line, 80) + "'"; }

  [[noreturn]] void complain(const std::string& what) const {
    throw Failure(Exit::failure, "The bot '" + name_ + "' " + what + ".");
  }
  // The user has interrupted; the caller handles it.
  [[noreturn]] static void give_up() { throw Failure(Exit::interrupted, "Interrupted."); }
  [[noreturn]] void report_end(std::string_view after) {
    const std::string how = child_.ended();
    complain((how.empty() ? "closed its output" : "ended " + how) + " after '" +
             std::string(after) + "'");
  }

  void tell(const std::string& line) {
    const Said said = child_.tell(line, Clock::now() + unless_told);
    const auto word = first_word(line);
    if (said == Said::stopped) give_up();
    if (said == Said::gone) report_end(word);
    if (said == Said::nothing) complain("did not read '" + std::string(word) + "' within 10 s");
  }
  // The next line that is not "info", or nothing if there is none in time.
  std::optional<std::string> hear(std::string_view after, Clock::time_point until) {
    for (int remarks = 0; remarks < max_remarks; ++remarks) {
      std::string line;
      const Said said = child_.hear(line, until);
      if (said == Said::stopped) give_up();
      if (said == Said::gone) report_end(after);
      if (said == Said::nothing) return std::nullopt;
      if (first_word(line) == "error") complain("reports an " + shortened(line, 200));
      if (!line.empty() && first_word(line) != "info") return line;
    }
    complain("sent too many 'info' lines after '" + std::string(after) + "'");
  }

  Action checked(const Match& match, Seat seat, const std::string& text) const {
    const auto action = match.read(text);
    if (!action)
      complain("played " + shown(text) + ", which is not a move: " + action.error().sentence +
               " Write moves as the position lists them");
    Match trial = match;
    if (const auto error = trial.play(seat, *action))
      complain("played " + shown(text) + " for seat " + std::to_string(seat + 1) +
               ", which is not legal. " + error->sentence + " The position was " +
               match.full_position());
    return match.canonical(*action);
  }

  std::string name_;
  std::string title_;  // its name for itself
  MoveLimits limits_;
  ChildProcess child_;
};

}  // namespace

std::unique_ptr<ExecPlayer> make_exec_bot(const std::string& name, const MoveLimits& limits) {
  return std::make_unique<ExecBot>(name, limits);
}

}  // namespace coset::cli
