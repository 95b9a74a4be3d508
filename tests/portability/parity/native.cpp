// parity_games COUNT TEXTS: for each game of the catalogue the summaries of COUNT transcripts, of
// which the first TEXTS are printed in full. tests/portability/parity/compare.mjs does the same in
// WebAssembly.
#include <cstdio>
#include <cstdlib>

#include "portability/parity/games.hpp"

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 1;
  const int texts = argc > 2 ? std::atoi(argv[2]) : 1;
  for (const std::string& game : coset::parity::all_games())
    for (int i = 0; i < count; ++i) {
      const std::string text = coset::parity::transcript(game, static_cast<unsigned>(i) + 1);
      std::printf("%s %d %s\n%s", game.c_str(), i + 1, coset::parity::summary(text).c_str(),
                  i < texts ? text.c_str() : "");
      std::fflush(stdout);
    }
}
