#pragma once
// The mechanics that Al-Jabar and its solitaire share: which exchanges a hand and a Center allow
// (rule 5, A1-A5, G9), how one moves the pieces, and which tuples then cancel (rule 6, A20, G3-G5).
// Who receives identities for a cancelled tuple, and where its pieces go, is for each game to say.
// Immutable once built.

#include <optional>
#include <vector>

#include "table.hpp"

namespace oracle {

enum class NullExchange { forbid, allow };                        // A1
enum class SpectrumClear { center, supply, center_then_supply };  // A4
enum class Cancel { exponent, element_order };                    // G4, G5

class Exchange {
 public:
  // An absent `cancel` means: exponent when all moduli are equal, else element_order (G4, G5).
  Exchange(const std::vector<int>& moduli, int max_exchange, NullExchange null_exchange,
           SpectrumClear spectrum_clear, std::optional<Cancel> cancel);

  int order() const { return table_.order; }
  const Table& table() const { return table_; }
  const Word& spectrum() const { return spectrum_; }

  // How many copies of a non-identity element cancel.
  int cancel_order(int element) const {
    return cancel_order_.at(static_cast<std::size_t>(element));
  }

  std::vector<Action> list(const Counts& hand, const Counts& center) const;
  bool exists(const Counts& hand, const Counts& center) const;
  bool can_reduce(const Counts& hand, const Counts& center) const;
  bool is_legal(const Counts& hand, const Counts& center, const Action& action) const;

  // Moves the pieces of a legal exchange; nothing is cancelled yet (A3).
  void move(Counts& hand, Counts& center, const Action& action) const;

  // Takes every full tuple out of the Center and puts one identity there for each; returns how many
  // tuples of each element there were.
  Counts cancel(Counts& center) const;

 private:
  bool is_spectrum(const Action& action) const;
  int sum_by_coordinates(const Word& word) const;

  std::vector<int> moduli_;
  Table table_;
  int max_exchange_;
  NullExchange null_exchange_;
  SpectrumClear spectrum_clear_;
  Word spectrum_;
  Counts cancel_order_;
};

}  // namespace oracle
