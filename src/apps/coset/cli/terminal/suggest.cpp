#include "apps/coset/cli/terminal/suggest.hpp"

#include <algorithm>

namespace coset::cli {

namespace {

// Edit distance with transpositions (optimal string alignment).
std::size_t slips(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> rows(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) {
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        rows[i][j] = i + j;
        continue;
      }
      const std::size_t changed = rows[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      rows[i][j] = std::min({rows[i - 1][j] + 1, rows[i][j - 1] + 1, changed});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        rows[i][j] = std::min(rows[i][j], rows[i - 2][j - 2] + 1);
    }
  }
  return rows[a.size()][b.size()];
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

}  // namespace

std::optional<std::string> nearest(std::string_view typed, const std::vector<std::string>& words) {
  constexpr std::size_t longest = 64;
  constexpr std::size_t letters_a_slip = 3;
  if (typed.empty() || typed.size() > longest) return std::nullopt;
  const std::string meant = lower(typed);
  std::optional<std::string> best;
  std::size_t fewest = 0;
  for (const std::string& word : words) {
    // A prefix counts as one edit.
    const bool begun = typed.size() >= letters_a_slip && lower(word).starts_with(meant);
    const std::size_t found = begun ? 1 : slips(meant, lower(word));
    const std::size_t allowed = std::max<std::size_t>(1, word.size() / letters_a_slip);
    if (found > allowed || found >= word.size() || (best && found >= fewest)) continue;
    best = word;
    fewest = found;
  }
  return best;
}

std::string did_you_mean(std::string_view typed, const std::vector<std::string>& words) {
  const auto word = nearest(typed, words);
  return word ? " Did you mean '" + *word + "'?" : "";
}

}  // namespace coset::cli
