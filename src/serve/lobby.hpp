// Lobby: people who look for a game, and gatherings: tables before their game. A gathering has the
// game's id and commitment from the first moment on; everybody is told them before they send bytes,
// and the lot for seats is drawn from the deal's key. A gathering outlives the process, since a
// link to it may be under way; who looks for whom does not. Here a visitor's id is its digest.
// Belongs to one Node.
#pragma once

#include <map>
#include <set>

#include "hub/table/setup.hpp"
#include "serve/around.hpp"
#include "serve/lobby_messages.hpp"

namespace coset::serve {

class Lobby {
 public:
  explicit Lobby(Around& around) : around_(around) { restore(); }
  Lobby(const Lobby&) = delete;
  Lobby& operator=(const Lobby&) = delete;
  ~Lobby() = default;

  void hear(Socket from, const Visitor& visitor, std::string_view frame);
  // Whether the frame holds the invitation to a gathering.
  bool is_invited(std::string_view frame);
  void left(Socket socket);
  void wake();
  Time next_wake() const;
  // The program is about to stop: nothing new begins, and whom a `seek` brought together part.
  void drain();

  std::vector<OpenTable> open_tables() const;
  std::size_t gatherings() const { return gatherings_.size(); }
  bool idle() const { return making_ == 0; }
  // Of the gatherings that there are.
  std::vector<GameId> games() const;
  // The visitor leaves all of it; false if a game with them is just beginning.
  bool forget(const Visitor& them);
  void set_playing(std::uint64_t tables);

 private:
  struct Member {
    Visitor visitor;
    Socket socket = 0;
    Token token;  // its digest
    std::optional<Bytes16> entropy;
    bool ready = false;  // told of only once its bytes are kept: who was told relies on them
    std::optional<Time> away_since{};  // its line broke; it may come back
    bool said = false;                 // its `ready` came
  };
  struct Gathering {
    std::string table{};
    GameId game{};
    Bytes32 seed{};
    Bytes32 commitment{};
    hub::Setup setup;  // without people
    std::vector<Member> people{};
    std::vector<std::string> bots{};
    bool listed = false;
    bool private_pair = false;  // made by the lobby for people who looked for each other
    Bytes16 invitation{};
    std::vector<Socket> lookers{};  // who are told of it and have no seat
    std::optional<Time> full_since{};
    bool beginning = false;
    std::string made{};                // the setup, once it is to be kept
    std::optional<Time> again{};       // when the store is asked once more
    std::optional<Time> keep_again{};  // when bytes that the store did not take are kept
    std::optional<Time> due{};         // as due_ has it
    bool keeping = false;              // it is about to be written
  };
  struct Seeker {
    Socket socket;
    Visitor visitor;
    Token token;
    hub::Setup wish;
    std::string key;
    std::vector<std::string> without;

    // Whether the two may be brought together.
    bool suits(const Seeker& other) const;
  };

  void on(Socket from, const Visitor& visitor, const Make& make);
  void on(Socket from, const Visitor& visitor, const Join& join);
  void on(Socket from, const Visitor& visitor, const Look& look);
  void on(Socket from, const Visitor& visitor, const Ready& ready);
  void on(Socket from, const Visitor& visitor, const Fill& fill);
  void on(Socket from, const Visitor& visitor, const Leave& leave);
  void on(Socket from, const Visitor& visitor, const Seek& seek);
  void on(Socket from, const Visitor& visitor, const Unseek& unseek);
  void on(Socket from, const Visitor& visitor, const Tables& tables);

  void no(Socket to, std::string_view about, std::string text);
  void no(Socket to, std::string_view about, const Refusal& refusal);
  // Whether a budget is left for it; who came by an invitation is vouched for.
  bool within_budget(Socket from, const Visitor& visitor, const ToLobby& message);
  bool invited(const ToLobby& message);
  void no(Socket to, std::string_view about, const Error& error);
  Result<hub::Setup> setup_of(const std::string& text, const std::optional<wire::ClockRule>& clock,
                              bool rated, const Visitor& visitor) const;
  // Gives it a name, an id and a seed that is kept, and then lets it be.
  void bind(Gathering gathering, int attempt = 0);
  void keep_first(const std::shared_ptr<Gathering>& gathering);
  void bound(Gathering gathering);
  Gathering* find(const std::string& table);
  Member* member(Gathering& gathering, const Visitor& visitor);
  void tell(Gathering& gathering);
  // As one of its people is told of it, or whoever has no seat.
  static Gathered seen_by(const Gathering& gathering, const Member* reader);
  void begin_if_ready(Gathering& gathering);
  void begin(Gathering& gathering);
  void begun(const std::string& table, store::Outcome outcome);
  // Whether the game that is there is this gathering's own.
  void look_for_game(const std::string& table);
  void tell_begun(const std::string& table);
  void drop(std::string table, const std::string& why);
  static bool deserted(const Gathering& gathering);
  static bool may_come(const Gathering& gathering, const std::optional<Bytes16>& invitation);
  // Time for a person whose line broke to come back.
  Millis patience(const Gathering& gathering) const;
  bool full() const;
  // Whoever makes many and goes takes no room from those who are here: if all of it is taken, the
  // deserted one goes that would have gone next.
  void make_room();
  // Why the visitor may not make another: they or their address wait at too many, of which some may
  // still be on their way to the store.
  std::optional<Refusal> too_many(const Visitor& visitor, bool listed);
  // When something is to be done about it though nobody speaks.
  std::optional<Time> due_of(const Gathering& gathering) const;
  void schedule(Gathering& gathering);
  void look_after(Gathering& gathering);
  void erase(const std::string& table);
  Token digest(const Token& token) const;
  Visitor known(const Visitor& visitor) const;
  // As it is written for the next process.
  static std::string kept(const Gathering& gathering);
  std::optional<Gathering> read_kept(const store::Gathering& from) const;
  void keep(Gathering& gathering);
  void write(const std::string& table, store::Done<store::Outcome> done);
  // Keeps the bytes that people sent, and then tells that they are ready.
  void keep_bytes(Gathering& gathering);
  // The same, or later if too much waits for the store.
  void keep_or_wait(Gathering& gathering);
  // What the last process has left, one after another; until then nobody is answered.
  void restore();
  void restore_next();
  // Whether its seed is the one that people were told of; what is not so is told to the operator.
  bool promised(const Gathering& gathering);
  void restored(Gathering gathering);
  void remove(Gathering& gathering, std::size_t place);
  void changed() { changed_ = true; }

  Alive alive_;
  Around& around_;
  std::map<std::string, Gathering> gatherings_;
  std::vector<std::shared_ptr<Gathering>> binding_;  // on their way to the store
  std::set<std::pair<Time, std::string>> due_;       // so that those that wait cost others nothing
  std::vector<Seeker> seekers_;
  std::vector<Socket> readers_;  // of the list
  bool changed_ = false;
  Time told_at_ = 0;
  std::uint64_t playing_ = 0;
  int making_ = 0;
  bool draining_ = false;
  bool restoring_ = true;
  std::optional<Time> restore_at_;  // the store is asked once more
  std::vector<store::Gathering> left_;
  struct Early {
    Socket from;
    Visitor visitor;
    std::string frame;
  };
  std::vector<Early> early_;  // who spoke before all was restored
};

}  // namespace coset::serve
