// ClassFixture: a node with a class, its teacher and pupils scripted by the test. ClassRound: such
// a class at the tables of its first round.
#pragma once

#include "unit/node/node_fixture.hpp"

namespace coset::node {

inline const std::string pair_spec = "al-jabar Z2^3 seats=2 deal=3 copies=4";

class ClassFixture : public NodeFixture {
 public:
  using NodeFixture::NodeFixture;
  static std::string teacher() { return std::string(31, '0') + "a"; }
  static std::string projector() { return std::string(31, '0') + "b"; }

  Response call(const std::string& method, const std::string& target, const std::string& body = "",
                const std::string& secret = "", const std::string& address = "school") {
    Request request{method, target, body, guest("caller of " + address, address)};
    if (!secret.empty()) request.authorization = "Bearer " + secret;
    std::optional<Response> out;
    node->call(request, [&](Response response) { out = std::move(response); });
    run();
    EXPECT_TRUE(out);
    if (out && out->rest) out->body += rest_of(*out);
    return out.value_or(Response{0, "", "", {}});
  }
  // The further parts of a body; "cut" if there are not all of them.
  std::string rest_of(const Response& of) {
    std::string out;
    for (bool last = false; !last;) {
      std::optional<BodyStream::Part> part;
      of.rest->next([&](auto is) { part = std::move(is); });
      run();
      if (!part) return "cut";
      out += part->text;
      last = part->last;
    }
    return out;
  }
  static std::string opening() {
    return Json{{"language", "en"}, {"teacher", teacher()}, {"projector", projector()}}.dump();
  }
  std::string open_class() {
    const Response made = call("POST", "/api/classes", opening());
    EXPECT_EQ(made.status, 201) << made.body;
    return made.status == 201 ? Json::parse(made.body)["class"].get<std::string>() : "";
  }
  std::string next_id() { return protocol::hex(static_cast<protocol::MoveId>(++ids_)); }
  static std::string token_of(int pupil) {
    return std::string(29, 'f') + std::to_string(100 + pupil);
  }

  Socket connect(const std::string& code, const std::string& token, const std::string& role,
                 const std::string& who = "", const std::string& query = "") {
    const Socket socket =
        open(who.empty() ? "guest of " + token : who, "/ws/c/" + code + query, "school");
    send(socket,
         {{"type", "hello"}, {"proto", 1}, {"class", code}, {"token", token}, {"role", role}});
    return socket;
  }
  Socket teach(const std::string& code) { return connect(code, teacher(), "teacher"); }
  // Joins with the first alias offered, or is back.
  Socket come(const std::string& code, int pupil) {
    const Socket socket = connect(code, token_of(pupil), "pupil");
    const Json welcome = last(socket, "welcome");
    if (!welcome.is_null() && !welcome.contains("you"))
      ask(socket, {{"type", "join"}, {"alias", welcome["offers"][0]}});
    return socket;
  }
  // Sends a request; its id.
  std::string ask(Socket from, Json request) {
    if (!request.contains("id")) request["id"] = next_id();
    send(from, request);
    return request["id"];
  }
  store::ClassId id_of(const std::string& code) {
    std::optional<store::ClassId> out;
    classes.stored.find(code, [&](const auto& found) { out = *found; });
    return out.value_or(store::ClassId{0});
  }
  std::vector<Json> rows(const std::string& code) {
    std::vector<Json> out;
    classes.stored.read(id_of(code), {}, [&](const auto& log) {
      for (const store::ClassEvent& each : log->events) out.push_back(Json::parse(each.body));
    });
    return out;
  }
  int count_rows(const std::string& code, const std::string& type) {
    int out = 0;
    for (const Json& each : rows(code)) out += each["type"] == type ? 1 : 0;
    return out;
  }
  bool is_closed(Socket socket) const { return closes.contains(socket); }

  // Sits down at the table of a round: over the lobby.
  Socket join_table(const std::string& code, Socket pupil_socket, int pupil, bool ready = true) {
    const Json table = last(pupil_socket, "state")["table"];
    const Socket lobby = open("guest of " + token_of(pupil), "/ws?class=" + code, "school");
    send(lobby, {{"type", "join"},
                 {"table", table["name"]},
                 {"token", token_of(pupil)},
                 {"invitation", table["invitation"]}});
    if (ready)
      send(lobby, {{"type", "ready"}, {"table", table["name"]}, {"entropy", std::string(32, '5')}});
    return lobby;
  }
  Socket sit_down(const std::string& code, const std::string& table, int pupil) {
    const Socket socket =
        open("guest of " + token_of(pupil), "/ws/t/" + table + "?class=" + code, "school");
    send(socket, {{"type", "hello"}, {"proto", 1}, {"table", table}, {"token", token_of(pupil)}});
    return socket;
  }

 private:
  std::uint64_t ids_ = 1000;
};

struct ClassRound {
  ClassFixture at;
  std::string code = at.open_class();
  Socket teacher = at.teach(code);
  std::vector<Socket> pupils;
  explicit ClassRound(int count) {
    for (int i = 1; i <= count; ++i) pupils.push_back(at.come(code, i));
    if (count == 0) return;
    at.ask(teacher, {{"type", "pair"}, {"spec", pair_spec}, {"odd", "bot"}});
    at.run();
  }
  Json table_of(int pupil) const {
    return at.last(pupils[static_cast<std::size_t>(pupil - 1)], "state")["table"];
  }
  // The number of the pupil at the same table.
  int partner_of(int pupil) const {
    for (int i = 1; i <= static_cast<int>(pupils.size()); ++i)
      if (i != pupil && table_of(i)["name"] == table_of(pupil)["name"]) return i;
    return 0;
  }
  Socket join(int pupil, bool ready = true) {
    return at.join_table(code, pupils[static_cast<std::size_t>(pupil - 1)], pupil, ready);
  }
  Json tile(const std::string& table) const {
    const Json wall = at.last(teacher, "wall");
    for (const Json& each : wall["tiles"])
      if (each.value("table", "") == table) return each;
    return {};
  }
  bool on_turn(Socket seat) const {
    return at.last(seat, "snapshot")["turn"] == at.last(seat, "welcome")["you"];
  }
  // One that a page would be offered now.
  std::string another_alias() {
    const Socket page = at.connect(code, ClassFixture::token_of(99), "pupil");
    const std::string out = at.last(page, "welcome")["offers"][0];
    at.node->on_close(page);
    return out;
  }
  std::string alias_of(int pupil) {
    for (const Json& row : at.rows(code))
      if (row["type"] == "joined" && row["pupil"] == pupil) return row["alias"];
    return "";
  }
};

}  // namespace coset::node
