#include "apps/coset/cli/user_data/finale.hpp"

#include "apps/coset/cli/game_text.hpp"
#include "apps/coset/cli/user_data/user_data.hpp"
#include "apps/coset/tui/picture.hpp"
#include "engine/bots/seeded.hpp"
#include "engine/play/notation.hpp"
#include "engine/teach/lessons/review.hpp"

namespace coset::cli {

namespace {

std::string count_of(int n, const std::string& one) {
  return n == 0 ? "no " + one + "s" : std::to_string(n) + " " + one + (n == 1 ? "" : "s");
}

void tell_ranking(const tui::Session& session, std::vector<std::string>& out) {
  const auto scores = session.match().scores();
  std::string winners;
  int count = 0;
  for (int seat = 0; seat < scores.seats; ++seat) {
    if ((scores.winners >> seat & 1) == 0) continue;
    winners += (count++ == 0 ? "" : " and ") + session.name(static_cast<Seat>(seat));
  }
  const bool you = winners == "You";
  out.push_back(count == 0   ? "Nobody wins."
                : count == 1 ? winners + (you ? " win!" : " wins.")
                             : winners + " share the victory.");
  for (int seat = 0; seat < scores.seats; ++seat)
    out.push_back("  " + session.name(static_cast<Seat>(seat)) + ": " +
                  count_of(scores.points[static_cast<std::size_t>(seat)],
                           session.match().spec().game_name() == "mad-abel" ? "card" : "piece") +
                  " left");
}

void tell_solitaire(const tui::Session& session, bool first, std::vector<std::string>& out) {
  const tui::Picture picture = tui::picture_of(session.match(), 0);
  const int score = session.match().scores().points[0];
  const int left = picture.seats[0].size;
  const bool minus = session.match().spec().text().find("score=plus_R") == std::string::npos;
  out.push_back("Score " + std::to_string(score) + " = 2 x " + std::to_string(picture.turns) +
                " turns " + (minus ? "- " : "+ ") + std::to_string(left) + " left - " +
                std::to_string(picture.cancellations) + " cancelled");
  const int par = bots::par_of(session.match().spec(), session.plan().seed);
  if (const auto goal = session.plan().goal)
    out.push_back(score <= *goal ? "Goal " + std::to_string(*goal) + ": reached."
                                 : "Goal " + std::to_string(*goal) + ": missed by " +
                                       std::to_string(score - *goal) + ".");
  out.push_back("Par (a greedy bot on this deal): " + std::to_string(par));
  if (session.humans() != 1) return;
  const auto path = data_dir() / "solitaire.json";
  Scores scores = Scores::read(path);
  const SolitaireResult result{session.plan().daily.empty() ? today() : session.plan().daily,
                               score,
                               picture.turns,
                               par,
                               session.hints_used(),
                               session.taken_back()};
  // If the daily deal was played before, the stored result is that of another game.
  const auto stored = scores.daily().find(session.plan().daily);
  const bool replayed = stored != scores.daily().end() && (first || stored->second.score != score ||
                                                           stored->second.turns != result.turns);
  if (first) {
    const auto place =
        session.assisted() ? std::nullopt : scores.add(session.match().spec().text(), result);
    if (place)
      out.push_back(*place == 1 ? "Your best score so far!"
                                : "Place " + std::to_string(*place) + " of your best scores.");
    if (!session.plan().daily.empty() && !scores.add_daily(result))
      out.push_back("You have played this daily deal before; the first result counts.");
    try {
      scores.write(path);
    } catch (const Failure& failure) {
      out.push_back(failure.what());
    }
  }
  if (!session.plan().daily.empty())
    out.push_back(
        "Streak: " +
        count_of(teach::streak_of(scores.daily_dates(), session.plan().daily).days, "day"));
  out.push_back("To share: " + share_text(session, par, replayed));
}

}  // namespace

bool played_before(const tui::Session& session) {
  return !session.plan().daily.empty() &&
         Scores::read(data_dir() / "solitaire.json").daily().contains(session.plan().daily);
}

std::string share_text(const tui::Session& session, int par, bool replayed) {
  const tui::Picture picture = tui::picture_of(session.match(), 0);
  std::string out = session.plan().daily.empty() ? "Solitaire Al-Jabar"
                                                 : "Coset daily deal of " + session.plan().daily;
  out += ": score " + std::to_string(session.match().scores().points[0]) + ", par " +
         std::to_string(par) + ", " + count_of(picture.turns, "turn") + ", " +
         count_of(session.hints_used(), "hint");
  if (session.taken_back() > 0) out += ", " + std::to_string(session.taken_back()) + " taken back";
  if (replayed) out += ", played again";
  if (session.plan().daily.empty()) out += ", seed " + std::to_string(session.plan().seed);
  std::string taken;
  for (const auto& [seat, action] : session.match().moves())
    if (action.verb == Verb::exchange)
      taken +=
          (taken.empty() ? "" : " ") + write_word(session.match().spec().operation(), action.take);
  return out + ". Taken: " + taken;
}

std::vector<std::string> finale_of(const tui::Session& session, const std::filesystem::path& record,
                                   bool first) {
  std::vector<std::string> out;
  out.push_back("The game is over: " + std::string(ending_sentence(session.match().ending())) +
                ".");
  if (is_solitaire(session.match().spec())) {
    tell_solitaire(session, first, out);
  } else {
    tell_ranking(session, out);
    if (session.hints_used() > 0)
      out.push_back("With " + count_of(session.hints_used(), "hint") + ".");
  }
  out.push_back("Record: " + record.string());
  return out;
}

}  // namespace coset::cli
