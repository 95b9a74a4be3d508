// Tables.
#include "apps/capi/handles.hpp"
#include "table/host_loop.hpp"
#include "table/json.hpp"

using namespace coset;
using namespace coset::capi;

namespace {

static_assert(table::max_json == COSET_MAX_TEXT);

coset_text* sent(const coset_table* table, const table::Outgoing& outgoing) {
  return done(table::write_outgoing(table->table, outgoing));
}

table::Digest digest_by(coset_digest digest) {
  return [digest](std::string_view bytes) {
    table::Bytes16 out{};
    digest(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), out.data());
    return out;
  };
}

}  // namespace

coset_table* coset_table_open(const char* setup, size_t setup_size, const char* log,
                              size_t log_size, coset_digest digest, int64_t now,
                              coset_text** problem) {
  if (const auto error = flaw(setup, setup_size, log, log_size)) return refuse(problem, *error);
  if (digest == nullptr) return refuse(problem, {"digest.null", 0, "A table needs a digest."});
  auto read = table::read_setup(text(setup, setup_size));
  if (!read) return refuse(problem, read.error());
  auto made = table::make_setup(*std::move(read));
  if (!made) return refuse(problem, made.error());
  const auto rows = table::read_log(text(log, log_size));
  if (!rows) return refuse(problem, rows.error());
  auto table = table::Table::load(*std::move(made), digest_by(digest), *rows, now);
  if (!table) return refuse(problem, table.error());
  return new coset_table{*std::move(table)};
}

void coset_table_free(coset_table* table) { delete table; }

coset_text* coset_table_requests(const coset_table* table) {
  return table == nullptr ? no_handle() : done(table::write_requests(table->table));
}

coset_text* coset_table_handle(coset_table* table, uint32_t connection, const char* message,
                               size_t message_size, int64_t now) {
  if (table == nullptr) return no_handle();
  if (const auto error = flaw(message, message_size)) return refused(*error);
  return sent(table, table->table.handle(connection, text(message, message_size), now));
}

coset_text* coset_table_disconnect(coset_table* table, uint32_t connection, int64_t now) {
  return table == nullptr ? no_handle() : sent(table, table->table.on_disconnect(connection, now));
}

coset_text* coset_table_tick(coset_table* table, int64_t now) {
  return table == nullptr ? no_handle() : sent(table, table->table.tick(now));
}

coset_text* coset_table_committed(coset_table* table, uint32_t ply, int64_t now) {
  return table == nullptr ? no_handle() : sent(table, table->table.committed(ply, now));
}

coset_text* coset_table_reload(coset_table* table, const char* log, size_t log_size, int64_t now) {
  if (table == nullptr) return no_handle();
  if (const auto error = flaw(log, log_size)) return refused(*error);
  const auto rows = table::read_log(text(log, log_size));
  if (!rows) return refused(rows.error());
  const auto outgoing = table->table.reload(*rows, now);
  return outgoing ? sent(table, *outgoing) : refused(outgoing.error());
}

coset_text* coset_table_bot_chose(coset_table* table, int32_t seat, uint32_t ply, const char* move,
                                  size_t move_size, int64_t now) {
  if (table == nullptr) return no_handle();
  if (const auto error = flaw(move, move_size)) return refused(*error);
  const auto turn = table::find_request<table::BotRequest>(table->table);
  if (!turn || turn->ply != ply || turn->seat + 1 != seat) return sent(table, {});
  const Match& match = table->table.ledger().match();
  const auto action = match.read(text(move, move_size));
  if (!action) return refused(action.error());
  if (action->verb == Verb::deal || !match.legal(*action))
    return refused({"move.illegal", 0, "The bot's move is not legal."});
  return sent(table, table->table.bot_chose(turn->task(), *action, now));
}

coset_hint* coset_table_hint_begin(const coset_table* table, coset_text** problem) {
  if (table == nullptr) return refuse(problem, {"handle.null", 0, "The handle is null."});
  const auto asked = table::find_request<table::HintRequest>(table->table);
  if (!asked) return refuse(problem, {"hint.none", 0, "No hint was requested."});
  const table::HintTask task = asked->task();
  return new coset_hint{task.spec, task.seat, teach::HintThought(task.spec, task.view, task.seat),
                        task};
}

coset_text* coset_table_hinted(coset_table* table, coset_hint* hint) {
  if (table == nullptr || hint == nullptr) return no_handle();
  if (!hint->task) return refused({"hint.none", 0, "No table has requested this hint."});
  return sent(table, table->table.hinted(*hint->task, hint->search.hint()));
}

coset_text* coset_table_hint(coset_table* table) {
  if (table == nullptr) return no_handle();
  const auto asked = table::find_request<table::HintRequest>(table->table);
  if (!asked) return sent(table, {});
  const table::HintTask task = asked->task();
  return sent(table, table->table.hinted(task, teach::hint(task.spec, task.view, task.seat)));
}

coset_text* coset_table_announce_rematch(coset_table* table, const char* name, size_t name_size) {
  if (table == nullptr) return no_handle();
  if (const auto error = flaw(name, name_size)) return refused(*error);
  return sent(table, table->table.announce_rematch(std::string(text(name, name_size))));
}

uint32_t coset_table_urn(const coset_table* table) {
  const auto urn =
      table == nullptr ? std::nullopt : table::find_request<table::DrawRequest>(table->table);
  return urn ? urn->size : 0;
}

uint32_t coset_table_draw(const coset_table* table) {
  const auto urn =
      table == nullptr ? std::nullopt : table::find_request<table::DrawRequest>(table->table);
  return urn ? urn->number : 0;
}

int32_t coset_table_dealt(coset_table* table, uint32_t place) {
  const auto urn =
      table == nullptr ? std::nullopt : table::find_request<table::DrawRequest>(table->table);
  if (!urn || place >= urn->size) return COSET_REFUSED;
  table->table.dealt(urn->at(place));
  return COSET_DONE;
}
