#include "serve/lobby.hpp"

#include "bots/level.hpp"
#include "play/catalogue.hpp"
#include "serve/names.hpp"

namespace coset::serve {

namespace {

constexpr std::size_t most_told = 100;
constexpr std::size_t most_early = 10'000;
constexpr std::size_t most_lookers = 32;  // a class

// Rated games end after the same number of turns for everybody.
bool fair_end(const Spec& spec) {
  const std::string& text = spec.text();
  return !text.starts_with("al-jabar") || text.find("end_rule=one_more_each") != std::string::npos;
}

std::string key_of_wish(const hub::Setup& wish) {
  return wish.spec.text() + "|" + std::string(word_of(wish.clock.kind)) + "|" +
         std::to_string(wish.clock.start) + "|" + std::to_string(wish.clock.add) +
         (wish.rated ? "|rated" : "");
}

}  // namespace

void Lobby::no(Socket to, std::string_view about, std::string text) {
  around_.send(to, encode(Refused{std::string(about), std::move(text)}));
}

void Lobby::no(Socket to, std::string_view about, const Refusal& refusal) {
  Refused out{std::string(about), refusal.sentence, refusal.code, {}};
  if (refusal.retry_after > 0) out.retry_after = refusal.retry_after;
  around_.send(to, encode(out));
}

void Lobby::no(Socket to, std::string_view about, const Error& error) {
  around_.send(to, encode(Refused{std::string(about), error.sentence, std::string(error.code)}));
}

void Lobby::hear(Socket from, const Visitor& visitor, std::string_view frame) {
  if (restoring_) {
    if (early_.size() >= most_early)
      return no(from, "", {"lobby.busy", "The server is starting. Try again in 5 seconds.", 5});
    early_.push_back({from, visitor, std::string(frame)});
    return;
  }
  const auto message = decode_lobby(frame);
  if (!message) return no(from, "", message.error());
  const Visitor who = known(visitor);
  if (within_budget(from, who, *message))
    std::visit([&](const auto& m) { on(from, who, m); }, *message);
}

bool Lobby::is_invited(std::string_view frame) {
  const auto message = decode_lobby(frame);
  return message && invited(*message);
}

bool Lobby::invited(const ToLobby& message) {
  return std::visit(
      [this](const auto& m) {
        if constexpr (requires { m.invitation; }) {
          const Gathering* gathering = find(m.table);
          return gathering != nullptr && !gathering->listed && may_come(*gathering, m.invitation);
        }
        return false;
      },
      message);
}

bool Lobby::within_budget(Socket from, const Visitor& visitor, const ToLobby& message) {
  const Time now = around_.now();
  if (invited(message))
    around_.budgets().vouch_invited(around_.budgets().client(visitor.id, visitor.address, now),
                                    now);
  const bool makes = std::holds_alternative<Make>(message);
  if (!makes && !std::holds_alternative<Seek>(message)) return true;
  const auto client = around_.budgets().client(visitor.id, visitor.address, now);
  const Use use = makes ? Use::make : Use::seek;
  const auto verdict = around_.budgets().take(client, use, now);
  if (verdict.wait == 0) return true;
  ++around_.counters().refused_for_rate;
  no(from, makes ? Make::type : Seek::type, refusal(use, verdict));
  return false;
}

Result<hub::Setup> Lobby::setup_of(const std::string& text,
                                   const std::optional<wire::ClockRule>& clock, bool rated,
                                   const Visitor& visitor) const {
  if (draining_) return Error{"lobby.drain", 0, "This server is about to stop: try again soon."};
  auto spec = find_spec(text);
  if (!spec) return spec.error();
  if (spec->operation().order() > around_.config().largest_order)
    return Error{"lobby.order", 0,
                 "A table here has at most " + std::to_string(around_.config().largest_order) +
                     " kinds of pieces."};
  if (rated && !visitor.account)
    return Error{"lobby.rated", 0, "Rated games are between people who have an account."};
  if (rated && !fair_end(*spec))
    return Error{"lobby.rated", 0, "A rated game has end_rule=one_more_each."};
  hub::Setup out{.table = "name", .spec = *std::move(spec), .seats = {}, .clock = {}};
  if (clock) out.clock = *clock;
  out.rated = rated;
  return out;
}

void Lobby::on(Socket from, const Visitor& visitor, const Make& make) {
  auto setup = setup_of(make.spec, make.clock, make.rated, visitor);
  if (!setup) return no(from, Make::type, setup.error());
  Gathering gathering{.setup = *std::move(setup)};
  hub::Setup& made = gathering.setup;
  const auto seats = static_cast<std::size_t>(made.spec.seats());
  if (make.bots.size() >= seats) return no(from, Make::type, "That leaves no seat for you.");
  for (const std::string& bot : make.bots)
    if (const auto error = bots::not_offered(made.spec, bot)) return no(from, Make::type, *error);
  made.hints = make.hints.value_or(true);
  made.start = make.start;
  if (make.games) made.series = wire::Series{*make.games, 1, std::vector<wire::Points>(seats)};
  // Checked with people in it, as it will be made.
  hub::Setup whole = made;
  for (std::size_t i = 0; i < seats; ++i) {
    hub::SeatSetup& seat = whole.seats.emplace_back();
    if (i < make.bots.size()) {
      seat.player = wire::Player::bot;
      seat.bot = make.bots[i];
    }
    seat.token.bytes[0] = static_cast<std::uint8_t>(i);
  }
  if (const auto good = hub::make_setup(whole); !good) return no(from, Make::type, good.error());
  if (const auto refusal = too_many(visitor, make.listed)) return no(from, Make::type, *refusal);
  gathering.bots = make.bots;
  gathering.listed = make.listed;
  gathering.people.push_back({visitor, from, digest(make.token), {}, false});
  bind(std::move(gathering));
}

bool Lobby::deserted(const Gathering& gathering) {
  return std::all_of(gathering.people.begin(), gathering.people.end(),
                     [](const Member& each) { return each.away_since.has_value(); });
}

Lobby::Gathering* Lobby::find(const std::string& table) {
  const auto found = gatherings_.find(table);
  return found == gatherings_.end() ? nullptr : &found->second;
}

Lobby::Member* Lobby::member(Gathering& gathering, const Visitor& visitor) {
  for (Member& each : gathering.people)
    if (each.visitor.id == visitor.id) return &each;
  return nullptr;
}

void Lobby::on(Socket from, const Visitor& visitor, const Look& look) {
  Gathering* gathering = find(look.table);
  if (gathering == nullptr) return no(from, Look::type, "Nobody gathers there.");
  if (!may_come(*gathering, look.invitation))
    return no(from, Look::type, "The name alone seats nobody: this takes an invitation.");
  if (const Member* known = member(*gathering, visitor))
    return around_.send(known->socket, encode(seen_by(*gathering, known)));
  std::vector<Socket>& lookers = gathering->lookers;
  const bool again = std::find(lookers.begin(), lookers.end(), from) != lookers.end();
  if (again || lookers.size() >= most_lookers)
    return around_.send(from, encode(seen_by(*gathering, nullptr)));
  lookers.push_back(from);
  tell(*gathering);
}

bool Lobby::may_come(const Gathering& gathering, const std::optional<Bytes16>& invitation) {
  return gathering.listed ||
         (invitation && wire::same_secret(Token{*invitation}, Token{gathering.invitation}));
}

void Lobby::on(Socket from, const Visitor& visitor, const Join& join) {
  Gathering* gathering = find(join.table);
  if (gathering == nullptr) return no(from, Join::type, "Nobody gathers there.");
  if (member(*gathering, visitor) == nullptr && !may_come(*gathering, join.invitation))
    return no(from, Join::type, "The name alone seats nobody: this takes an invitation.");
  if (gathering->setup.rated && !visitor.account)
    return no(from, Join::type, "Rated games are between people who have an account.");
  if (Member* known = member(*gathering, visitor)) {  // back again, perhaps at another socket
    known->socket = from;
    known->away_since.reset();
    if (!known->said && !gathering->beginning) known->token = digest(join.token);
    keep(*gathering);
    return tell(*gathering);
  }
  const auto taken = gathering->people.size() + gathering->bots.size();
  if (gathering->beginning || taken >= static_cast<std::size_t>(gathering->setup.spec.seats()))
    return no(from, Join::type, "Every seat is taken.");
  for (const Member& each : gathering->people)
    if (wire::same_secret(each.token, digest(join.token)))
      return no(from, Join::type, "Another seat has this token.");
  std::erase(gathering->lookers, from);
  gathering->people.push_back({visitor, from, digest(join.token), {}, false});
  changed();
  keep(*gathering);
  tell(*gathering);
  begin_if_ready(*gathering);
}

void Lobby::on(Socket from, const Visitor& visitor, const Ready& ready) {
  Gathering* gathering = find(ready.table);
  Member* me = gathering == nullptr ? nullptr : member(*gathering, visitor);
  if (me == nullptr) return no(from, Ready::type, "You are not in that gathering.");
  if (me->said || gathering->beginning) return;  // said once is said
  me->said = true;
  me->entropy = ready.entropy;
  keep_or_wait(*gathering);
}

void Lobby::on(Socket from, const Visitor& visitor, const Fill& fill) {
  Gathering* gathering = find(fill.table);
  if (gathering == nullptr || gathering->beginning || gathering->people.empty() ||
      gathering->people[0].visitor.id != visitor.id)
    return no(from, Fill::type, "Only who made a gathering may fill it.");
  if (const auto error = bots::not_offered(gathering->setup.spec, fill.bot))
    return no(from, Fill::type, *error);
  while (gathering->people.size() + gathering->bots.size() <
         static_cast<std::size_t>(gathering->setup.spec.seats()))
    gathering->bots.push_back(fill.bot);
  changed();
  keep(*gathering);
  tell(*gathering);
  begin_if_ready(*gathering);
}

void Lobby::on(Socket from, const Visitor& visitor, const Leave& leave) {
  Gathering* gathering = find(leave.table);
  if (gathering == nullptr || gathering->beginning) return;
  for (std::size_t i = 0; i < gathering->people.size(); ++i)
    if (gathering->people[i].visitor.id == visitor.id) {
      remove(*gathering, i);
      return around_.send(from, encode(Dropped{leave.table, "You have left."}));
    }
}

void Lobby::remove(Gathering& gathering, std::size_t place) {
  changed();
  gathering.people.erase(gathering.people.begin() + static_cast<std::ptrdiff_t>(place));
  gathering.full_since.reset();
  if (gathering.people.empty()) return drop(gathering.table, "They have left.");
  keep(gathering);
  tell(gathering);
}

bool Lobby::Seeker::suits(const Seeker& other) const {
  const auto minds = [](const Seeker& one, const Seeker& another) {
    return std::find(one.without.begin(), one.without.end(), another.visitor.name) !=
           one.without.end();
  };
  return !minds(*this, other) && !minds(other, *this);
}

void Lobby::on(Socket from, const Visitor& visitor, const Seek& seek) {
  if (!around_.config().quick_match)
    return no(from, Seek::type, "This server brings no strangers together: send a link.");
  auto wish = setup_of(seek.spec, seek.clock, seek.rated, visitor);
  if (!wish) return no(from, Seek::type, wish.error());
  on(from, visitor, Unseek{});
  const std::string key = key_of_wish(*wish);
  const auto seats = static_cast<std::size_t>(wish->spec.seats());
  seekers_.push_back({from, visitor, digest(seek.token), *wish, key, seek.without});
  // Whoever has just come is among them; the others in the order of their coming.
  std::vector<std::size_t> alike = {seekers_.size() - 1};
  for (std::size_t i = 0; i + 1 < seekers_.size() && alike.size() < seats; ++i)
    if (seekers_[i].key == key && std::all_of(alike.begin(), alike.end(), [&](std::size_t each) {
          return seekers_[each].suits(seekers_[i]);
        }))
      alike.push_back(i);
  std::sort(alike.begin(), alike.end());
  if (alike.size() < seats)
    return around_.send(from, encode(Seeking{wish->spec.text(), static_cast<int>(alike.size())}));
  Gathering gathering{.setup = *std::move(wish)};
  gathering.private_pair = true;
  for (std::size_t i = alike.size(); i-- > 0;) {  // from behind, so that places stay good
    const Seeker& each = seekers_[alike[i]];
    gathering.people.insert(gathering.people.begin(),
                            {each.visitor, each.socket, each.token, {}, false});
    seekers_.erase(seekers_.begin() + static_cast<std::ptrdiff_t>(alike[i]));
  }
  bind(std::move(gathering));
}

void Lobby::on(Socket, const Visitor& visitor, const Unseek&) {
  std::erase_if(seekers_, [&](const Seeker& each) { return each.visitor.id == visitor.id; });
}

void Lobby::on(Socket from, const Visitor&, const Tables&) {
  if (std::find(readers_.begin(), readers_.end(), from) == readers_.end()) readers_.push_back(from);
  around_.send(from, encode(TableList{open_tables(), playing_}));
}

std::vector<OpenTable> Lobby::open_tables() const {
  std::vector<OpenTable> out;
  for (const auto& [name, gathering] : gatherings_) {
    if (!gathering.listed || gathering.full_since || out.size() == most_told || deserted(gathering))
      continue;
    OpenTable& open = out.emplace_back();
    open.table = name;
    open.spec = gathering.setup.spec.text();
    open.clock = gathering.setup.clock;
    open.seats = gathering.setup.spec.seats();
    for (const Member& each : gathering.people) open.names.push_back(each.visitor.name);
  }
  return out;
}

}  // namespace coset::serve
