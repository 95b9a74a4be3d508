// Every error code that HTTP or a WebSocket can send: the code, its HTTP status (0: sent by a
// socket only) and its English message. A message may be extended by the sender with details, such
// as a number or a wait; a client translates by the code. `tools/errors.py` makes docs/errors.json
// and docs/errors.md of this file and compares it with docs/api/openapi.yaml. Plain values.
#pragma once

#include <string_view>

namespace coset::protocol {

struct ErrorCode {
  std::string_view code;
  int status = 0;
  std::string_view message;
};

// Why a table refuses a message, in the order of `Reason`.
inline constexpr ErrorCode table_errors[] = {
    {"table.bad_message", 0, "This message cannot be read."},
    {"table.protocol", 0, "This table speaks another version of the protocol."},
    {"table.wrong_table", 0, "This is another table."},
    {"table.token", 0, "No seat here has this token."},
    {"table.hello", 0, "Send hello first."},
    {"table.spectator", 0, "Only a seated player can do this."},
    {"table.illegal", 0, "The rules do not allow this move."},
    {"table.turn", 0, "It is not your turn."},
    {"table.stale", 0, "Another event came first."},
    {"table.busy", 0, "The table is busy. Try again."},
    {"table.game_over", 0, "The game is over for you."},
    {"table.playing", 0, "The game is not over yet."},
    {"table.bot_seat", 0, "A bot plays your seat: reclaim it first."},
    {"table.own_seat", 0, "You play your seat yourself already."},
    {"table.hints", 0, "There are no hints at this table."},
    {"table.takeback", 0, "Your last move cannot be taken back now."},
    {"table.not_away", 0, "Nobody that you wait for has been away for ten minutes."},
    {"table.offer", 0, "There is no such offer."},
    {"table.rated", 0, "Not in a rated game."},
    {"table.rate", 0, "Too many messages. Slow down a little."},
};

// Codes of the server itself.
inline constexpr ErrorCode server_errors[] = {
    // A table that cannot be opened, or no longer.
    {"table.not_found", 404, "There is no such table."},
    {"table.unavailable", 503, "This table is temporarily unavailable."},
    {"table.corrupt", 503, "This table cannot be opened: its game log is corrupt."},
    {"table.archived", 410, "This game was archived: the server no longer has its moves."},
    {"table.closed", 503, "The operator has closed this table."},
    {"table.quarantined", 503, "This table is closed after a fault. The operator is notified."},
    {"table.spectators_disabled", 0, "Spectators are disabled on this server."},
    // A frame that cannot be read, at a table or in the lobby.
    {"message.json", 0, "A message is a JSON object."},
    {"message.type", 0, "There is no message of this type."},
    {"message.field", 0, "A field of the message is missing or wrong."},
    {"message.too_deep", 0, "The message nests too deep."},
    // Why the lobby refuses a message.
    {"lobby.busy", 0, "The server is busy. Try again in 5 seconds."},
    {"lobby.draining", 0, "The server is about to stop. Try again in 5 seconds."},
    {"lobby.elsewhere", 503, "Another node has the lobby. Try again in 2 seconds."},
    {"lobby.full", 0, "The server has no room for another table. Try again in 60 seconds."},
    {"lobby.group_order", 0, "The group is too large for a table on this server."},
    {"lobby.account_required", 0, "Rated games require an account."},
    {"lobby.too_many_bots", 0, "Too many bots: no seat is left for you."},
    {"lobby.table_limit", 0, "You wait at too many tables. Leave one of them first."},
    {"lobby.listed_limit", 0,
     "Your network lists too many tables. Invite players with a link, or leave a table first."},
    {"lobby.not_found", 0, "This table does not exist or has already started."},
    {"lobby.invitation_required", 0, "This table is invitation-only."},
    {"lobby.seats_taken", 0, "Every seat is taken."},
    {"lobby.token_in_use", 0, "Another seat has this token."},
    {"lobby.not_seated", 0, "You have no seat at this table."},
    {"lobby.not_creator", 0, "Only the table's creator can add bots."},
    {"lobby.quick_match_disabled", 0,
     "Quick match is disabled on this server. Invite a friend with a link."},
    // Why a pending table is cancelled.
    {"lobby.left", 0, "You have left the table."},
    {"lobby.abandoned", 0, "Everyone has left the table."},
    {"lobby.evicted", 0, "The server needed room, and nobody was at this table."},
    {"lobby.replaced", 0, "The table's creator has created other tables since."},
    {"lobby.name_conflict", 0, "Another game has this name. Create the table again."},
    // Why a class refuses a message, or cannot be opened.
    {"class.not_found", 404, "There is no class with this code."},
    {"class.closed", 410, "This class is closed."},
    {"class.disabled", 403, "Classes are disabled on this server."},
    {"class.teacher", 403, "Only the teacher of the class can do this."},
    {"class.unavailable", 503, "This class is temporarily unavailable."},
    {"class.corrupt", 503, "This class cannot be opened: its log is corrupt."},
    {"class.protocol", 0, "This class speaks another version of the protocol."},
    {"class.wrong_class", 0, "This is another class."},
    {"class.hello", 0, "Send hello first."},
    {"class.not_joined", 0, "Only a pupil of the class can do this."},
    {"class.joined", 0, "You have joined the class already."},
    {"class.locked", 0, "The teacher has locked the class."},
    {"class.full", 0, "The class is full."},
    {"class.removed", 0, "The teacher has removed you from the class."},
    {"class.alias", 0, "This is not one of the names that the class offers."},
    {"class.place", 0, "You cannot have this place."},
    {"class.alias_taken", 0, "Another pupil has this name. Choose another name."},
    {"class.pupil", 0, "There is no such pupil in the class."},
    {"class.task", 0, "There is no such task, or the class was not given it."},
    {"class.answer", 0, "This is not an answer to the question."},
    {"class.table", 0, "You are not at this table."},
    {"class.level", 0, "This trade is level, or has no pieces."},
    {"class.seats", 0, "This game is not for two."},
    {"class.nobody", 0, "There is nobody to pair or remove."},
    {"class.show", 0, "This cannot be shown."},
    {"class.busy", 503, "The class is busy. Try again."},
    // Rate limits.
    {"rate.connections", 429, "Too many connections from your network. Try again in 10 seconds."},
    {"rate.requests", 429, "Too many requests. Try again later."},
    {"rate.lookups", 429, "Too many tables that do not exist. Try again later."},
    {"rate.reports", 429, "Too many reports. Try again later."},
    {"rate.messages", 0, "Too many messages. Try again later."},
    {"rate.creates", 0, "Too many new tables. Try again later."},
    {"rate.rematches", 0, "Too many rematches. Try again later."},
    {"rate.seeks", 0, "Too many quick matches. Try again later."},
    {"rate.codes", 429, "Too many class codes that do not exist. Try again later."},
    {"rate.classes", 429, "Too many new classes. Try again later."},
    {"rate.joins", 0, "Too many new pupils. Try again later."},
    {"rate.passes", 429, "Too many tries. Try again later."},
    {"rate.work", 429, "Too much to compute. Try again later."},
    // The store.
    {"store.unavailable", 503, "The database is unavailable. Try again in a moment."},
    {"store.busy", 503, "The server is busy. Try again in 5 seconds."},
    {"store.damaged", 503, "The database is damaged. The operator is notified."},
    // A guest's data, and reports.
    {"guest.name_missing", 400, "The body must be JSON: {\"name\": ...}."},
    {"guest.playing", 409, "You are still playing. Finish or resign, then try again."},
    {"guest.pass", 404, "These letters are wrong, used or too old."},
    {"guest.game_starting", 409, "One of your games is just starting. Try again."},
    {"moderation.cookie_required", 403, "Only a guest who has visited before can report."},
    {"moderation.no_player", 400, "There is no human player at this seat."},
    // HTTP.
    {"http.bad_request", 400, "The request is malformed."},
    {"http.bad_path", 400, "Invalid path."},
    {"http.bad_offset", 400, "The query parameter 'offset' must be a number."},
    {"http.transfer_coding", 400, "The only supported transfer coding is chunked."},
    {"http.bad_host", 400, "A request must have exactly one valid Host header."},
    {"http.websocket_key", 400, "Invalid Sec-WebSocket-Key."},
    {"http.origin_not_allowed", 403, "Origin not allowed."},
    {"http.not_found", 404, "Not found."},
    {"http.method_not_allowed", 405, "Method not allowed."},
    {"http.body_too_large", 413, "The request body is too large."},
    {"http.upgrade_required", 426, "WebSocket upgrade required."},
    {"http.websocket_version", 426, "WebSocket version 13 required."},
    {"http.header_too_large", 431, "The request header is too large."},
};

// Codes of the engine, which the lobby and the tables pass through: in an `error`, or as the id of
// a verdict. The engine's own message says more than the one here.
inline constexpr ErrorCode engine_errors[] = {
    // The name of a person.
    {"name.length", 400, "A name has 1 to 24 characters."},
    {"name.invisible", 400, "A name has only visible characters, and no space at its ends."},
    {"name.marks", 400, "In a name a letter has at most two accents."},
    {"name.character", 400, "A name contains a character that is not allowed."},
    {"name.bot", 400, "This is the name of a bot. Choose another name."},
    // A move, or pieces.
    {"move.deal", 0, "Only the table deals."},
    {"move.piece", 0, "There is no such piece, or there are too many."},
    {"move.no_take", 0, "An exchange needs the pieces that are taken too."},
    {"move.too_long", 0, "The move has too many pieces."},
    {"move.trailing", 0, "There is text after the move."},
    {"tally.count", 0, "The count of a piece is missing or too large."},
    {"name.missing", 0, "A piece is missing."},
    {"name.unknown", 0, "There is no piece of this name."},
    // The spec of a game.
    {"spec.game", 0, "There is no game of this name."},
    {"spec.rules", 0, "This game needs a newer program."},
    {"spec.option", 0, "The game has no such option."},
    {"spec.value", 0, "An option has a value that is not allowed."},
    {"spec.twice", 0, "An option is given twice."},
    {"spec.word", 0, "Expected name=value in the spec."},
    {"spec.not_a_group", 0, "This game needs an abelian group, not a magma."},
    {"spec.not_abelian", 0, "This game needs an abelian group."},
    {"spec.no_primaries", 0, "This game needs a group with primary pieces."},
    {"spec.max_exchange", 0, "The value of max_exchange is not allowed here."},
    {"spec.max_cards", 0, "The value of max_cards is not allowed here."},
    {"spec.pool", 0, "There are too few pieces for the deal."},
    {"spec.deck", 0, "There are too few cards for the deal."},
    {"spec.copies", 0, "There are too many copies of each card."},
    {"spec.metric", 0, "This metric needs a product of cyclic groups."},
    // The group of a game.
    {"group.unknown", 0, "There is no group of this name."},
    {"group.parameter", 0, "The parameter of the group is missing or too large."},
    {"group.power", 0, "The power of a factor is a number from 1 to 8."},
    {"group.factors", 0, "A product has at most 8 factors."},
    {"group.too_large", 0, "The group has too many elements."},
    {"group.no_twist", 0, "There is no such semidirect product."},
    {"group.cycles", 0, "A permutation is written in cycles such as (1,2,3)(4,5)."},
    {"group.trailing", 0, "There is text after the group."},
    {"table.name", 0, "The name of an element is missing or not allowed."},
    {"table.names", 0, "The names of the elements are not distinct, or not in one row."},
    {"table.shape", 0, "The operation table is not a square of its elements."},
    {"table.not_closed", 0, "The operation table contains something that is no element."},
    {"table.no_identity", 0, "The operation has no identity."},
    {"table.no_inverse", 0, "An element has no inverse."},
    {"table.not_latin", 0, "The operation table is not a Latin square."},
    {"table.not_associative", 0, "The operation is not associative."},
    // A new table.
    {"bot.offered", 0, "This bot is not offered for this game."},
    {"setup.clock", 0, "The clock has a time that is not allowed."},
    {"setup.series", 0, "A series has 1 to 99 games."},
    {"setup.start", 0, "The position to start from is the end of a game."},
    // The position to start from.
    {"position.field", 0, "The position has a field that the game does not know."},
    {"position.twice", 0, "A field of the position is given twice."},
    {"position.value", 0, "A field of the position has a value that is not allowed."},
    {"position.missing", 0, "A field of the position is missing."},
    {"position.center", 0, "The Center of the position does not fit the rules."},
    {"position.pieces", 0, "The position has more of a piece than the game."},
    {"position.hand", 0, "A hand of the position does not fit the rules."},
    {"position.bag", 0, "The bag of the position does not fit the rules."},
    {"position.table", 0, "The cards on the table do not fit the deal."},
    {"position.deal", 0, "The position does not fit the deal."},
    {"position.draw", 0, "The position does not fit the draw."},
    {"position.round", 0, "The round of the position is not allowed."},
    {"position.turns", 0, "The position counts more turns than the game allows."},
    {"position.seat", 0, "The seat of the position is not at this table."},
    {"position.phase", 0, "The phase of the position is not allowed."},
    {"position.signal", 0, "The final round of the position does not fit the rules."},
    {"position.stuck", 0, "The stuck seat of the position does not fit the rules."},
    {"position.ending", 0, "The ending of the position does not fit the rules."},
    {"position.idle", 0, "The idle turns of the position do not fit."},
    {"position.pending", 0, "The pieces still to be moved do not fit."},
    {"position.fresh", 0, "The pieces just drawn do not fit."},
    {"position.cancellations", 0, "The position counts too many cancellations."},
};

void code_is_not_listed();  // has no definition: see error_code

// The entry of a code that is written in the source. One that is not listed does not compile.
consteval ErrorCode error_code(std::string_view code) {
  for (const ErrorCode& each : table_errors)
    if (each.code == code) return each;
  for (const ErrorCode& each : server_errors)
    if (each.code == code) return each;
  for (const ErrorCode& each : engine_errors)
    if (each.code == code) return each;
  code_is_not_listed();
  return table_errors[0];
}

}  // namespace coset::protocol
