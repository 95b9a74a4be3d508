// Mine: what a visitor may take along, and how a visitor is forgotten. The games that somebody sat
// at are found by a digest of their id, and their rematches by the seat's token. Who is forgotten
// is "someone" in the records of the others; a game that is still played is ended first. Belongs to
// one Node.
#pragma once

#include "hub/table/setup.hpp"
#include "serve/around.hpp"
#include "serve/table_host.hpp"

namespace coset::serve {

// How the store knows somebody.
std::string who_is(const hub::Digest& blake2b, const std::string& visitor);

class Mine {
 public:
  struct Hosts {
    // The table of that name, loaded or about to be; null if there is no room for it.
    std::function<TableHost*(GameId, const std::string&)> find;
    // It leaves memory, and whoever is there comes again.
    std::function<void(GameId)> let_go;
  };
  Mine(Around& around, Hosts hosts) : around_(around), hosts_(std::move(hosts)) {}
  Mine(const Mine&) = delete;
  Mine& operator=(const Mine&) = delete;
  ~Mine() = default;

  using Answer = std::function<void(Response)>;
  // All games of a visitor from the `from`th on, at most `most_told` of them.
  void tell(const Visitor& visitor, std::size_t from, Answer done);
  // 200 if nothing of the visitor is left, 409 while they are still playing.
  void forget(const Visitor& visitor, Answer done);

  static constexpr std::size_t most_told = 100;

 private:
  struct Game {
    GameId game{};
    Seat seat = 0;
    std::string setup;  // as it is kept
    hub::Setup read;
    bool finished = false;
  };
  struct Work;
  using Step = std::shared_ptr<Work>;
  // What is next is given the work: if it held it, the work would hold itself.
  using Then = std::function<void(const Step&)>;

  // Finds all games, and then goes on.
  void walk(const Step& work, Then then);
  void visit(const Step& work, GameId game, std::optional<wire::Token> token,
             std::optional<Seat> seat);
  void next(const Step& work);
  // Calls back once the game's table is in memory; without one if it cannot be read.
  using Look = std::function<void(const Game&, const TableHost*)>;
  void look_at(const Step& work, std::size_t place, Look look);
  void tell_next(const Step& work, std::size_t place);
  void judge_next(const Step& work, std::size_t place);
  void reword_next(const Step& work);
  static void away(const Step& work);

  Alive alive_;
  Around& around_;
  Hosts hosts_;
};

}  // namespace coset::serve
