/* Coset in C: everything below the front ends, as text in and text out. One header for WebAssembly,
 * for Python (ctypes) and for any other language that can call C.
 *
 * Text in.    A text is a pointer and its length in bytes, UTF-8, without a closing zero:
 *             COSET_TEXT("Z2^3") writes both. A null pointer is the empty text if the length is 0.
 *             No text may be longer than COSET_MAX_TEXT. Seats are counted from 1; 0 is nobody.
 * Text out.   The caller owns a coset_text and frees it with coset_free. It is never null. If
 *             `status` is COSET_DONE, `data` is the result, JSON unless stated otherwise. If it is
 *             COSET_REFUSED, nothing has changed, and `data` is the error:
 *             {"code":"group.unknown","offset":0,"text":"..."}.
 * Handles.    A handle is freed with its own _free, which accepts a null pointer. If a function
 * that opens returns a null pointer, *problem is the error, if `problem` is not null. Every other
 * function rejects a null handle. Threads.    There is no state outside the handles. Different
 * handles may be used by different threads; one handle by one thread at a time. Never.      No
 * exceptions, no files, no clock, no entropy, no output. A broken contract inside the library (our
 * bug) and lack of memory abort the process; in WebAssembly they trap, and the instance must not be
 * used again.
 *
 * docs/c-api.md has examples, docs/notation.md the syntax of moves, specs and records,
 * docs/protocol.md the messages of a table. C99. */
#ifndef COSET_H
#define COSET_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(__wasm__)
#define COSET_API __attribute__((visibility("default")))
#else
#define COSET_API
#endif

/* Incremented when a function changes or is removed; new functions alone do not change it. */
#define COSET_API_VERSION 1
#define COSET_MAX_TEXT 4194304

#define COSET_TEXT(literal) (literal), sizeof(literal) - 1

enum { COSET_DONE = 0, COSET_REFUSED = 1 };

typedef struct coset_text {
  int32_t status;
  const char* data; /* followed by a zero byte */
  size_t size;
} coset_text;

COSET_API void coset_free(coset_text* text);

/* This library. */

/* COSET_API_VERSION of the library, to be compared with that of the header. */
COSET_API uint32_t coset_api_version(void);
/* {"version","api","rules","record","protocol","bots":[{"name","about"}]} */
COSET_API coset_text* coset_about(void);
/* One number for the behaviour of all games; the same on every platform. Takes about a second. */
COSET_API uint64_t coset_signature(void);

/* The value at a place in JSON, such as "/bot/spec" or "/0/message/type"; a string without its
 * quotes, everything else as JSON. An error if there is none. For callers without a JSON library.
 */
COSET_API coset_text* coset_json_at(const char* json, size_t json_size, const char* place,
                                    size_t place_size);

/* Random numbers: reproducible, and not for deals that must be unpredictable. */

typedef struct coset_rng coset_rng;
COSET_API coset_rng* coset_rng_open(uint64_t seed);
COSET_API void coset_rng_free(coset_rng* rng);
/* Uniform from 0 to bound - 1; 0 if the bound is 0. */
COSET_API uint32_t coset_rng_below(coset_rng* rng, uint32_t bound);
/* {"seed":"...","puzzle":"best-exchange"}: the same for all on a date such as 2026-02-28, for
 * "puzzle" or "solitaire". `puzzle` is the kind of the day's puzzle, and means nothing for
 * "solitaire". Takes as long as making the puzzle. */
COSET_API coset_text* coset_daily(const char* what, size_t what_size, const char* date,
                                  size_t date_size);
/* Which place of an urn of this size the deal with this number, counted from 0, takes in a game
 * with a known seed: the same in every front end, whatever the moves. 0 if the size is 0. */
COSET_API uint32_t coset_seeded_index(uint64_t seed, uint32_t number, uint32_t size);
/* {"par":6}: what a greedy bot reaches on that deal of a Solitaire. */
COSET_API coset_text* coset_par(const char* spec, size_t spec_size, uint64_t seed);

/* Groups, and operations that need not be groups. */

typedef struct coset_group coset_group;
COSET_API coset_group* coset_group_open(const char* text, size_t size, coset_text** problem);
COSET_API void coset_group_free(coset_group* group);
/* Its structure, as `coset group --json`; an error if it is not a group. */
COSET_API coset_text* coset_group_describe(const coset_group* group, int32_t with_table);
/* Whether an operation is a group, which "magma:..." need not be, as `coset group --check --json`:
 * {"elements":[],"table":[[]],"is_group":true,"group":"table:..."}, or if it is not one:
 * {...,"code","text","cells":[{"row","column"}],"mend":{"row","column","element"}}, the first axiom
 * that fails, the cells that show it, and the one cell whose change makes a group, if there is one.
 */
COSET_API coset_text* coset_group_check(const coset_group* group);
/* The same of a table as people paste it: rows of entries apart by tabs, commas or spaces, or GAP's
 * [[1,2],[2,1]], with or without headings, of at most 256 elements and half a million bytes. An
 * entry need not be an element. An error, with its place, if there is no table in the text. */
COSET_API coset_text* coset_check_table(const char* rows, size_t rows_size);
/* The cosets of the subgroup that some elements generate, its normaliser and its conjugates, as
 * `coset group --cosets --json`. `words` is a list of elements or products, "r2 s*r"; empty: the
 * trivial subgroup. Left cosets, or right ones if `right` is not 0. */
COSET_API coset_text* coset_group_cosets(const coset_group* group, const char* words,
                                         size_t words_size, int32_t right);
/* The quotient by that subgroup, as `coset group --quotient --json`; an error with the code
 * "subgroup.not_normal" if there is none. */
COSET_API coset_text* coset_group_quotient(const coset_group* group, const char* words,
                                           size_t words_size);
/* All subgroups, as `coset group --lattice --json`; none are listed if there are more than `limit`,
 * which is at most 10000. */
COSET_API coset_text* coset_group_lattice(const coset_group* group, uint32_t limit);
/* The same in steps, for groups with thousands of subgroups. The group is not needed afterwards.
 * Same group and limit: same result, whatever the steps. */
typedef struct coset_lattice coset_lattice;
COSET_API coset_lattice* coset_lattice_begin(const coset_group* group, uint32_t limit,
                                             coset_text** problem);
COSET_API void coset_lattice_free(coset_lattice* lattice);
/* Works for about `units` more; a unit is an attempt to extend a subgroup by an element, a few
 * microseconds. At least one piece of the work is done, and no piece is long. Returns 1 while the
 * lattice is not complete, else 0. */
COSET_API int32_t coset_lattice_step(coset_lattice* lattice, uint32_t units);
/* {"found":2825,"percent":40}: subgroups found so far, and how much of the work that begins when
 * all are found is done. */
COSET_API coset_text* coset_lattice_progress(const coset_lattice* lattice);
/* As coset_group_lattice; takes the steps that remain. */
COSET_API coset_text* coset_lattice_result(coset_lattice* lattice);
/* As `coset sum --json`. */
COSET_API coset_text* coset_group_sum(const coset_group* group, const char* word, size_t word_size);
/* All ways to make a piece from 1 to 8 others, as `coset ways --json`. */
COSET_API coset_text* coset_group_ways(const coset_group* group, const char* piece,
                                       size_t piece_size, int32_t pieces, int32_t distinct);
/* Why a word makes what it makes, or why two ("G+O=W") are equal or not, as
 * `coset explain --json`. `target` and `hand` may be empty. */
COSET_API coset_text* coset_group_explain(const coset_group* group, const char* words,
                                          size_t words_size, const char* target, size_t target_size,
                                          const char* hand, size_t hand_size);

/* Games. A spec is its text, or the name of one in the catalogue. */

/* A list of the games that have a name, each as in `coset games --json`. */
COSET_API coset_text* coset_games(void);
/* {"spec","game","group","seats","hidden","pieces":[],"spoken":[],"measured",
 * "levels":[{"name","about","way"}]}: a spec in full, the names of its pieces in the order in which
 * people write them, and the bots there are to play against, the weakest first. How many, 1 to 8,
 * depends on the game, its seats and its group: those that beat the one below where that was
 * measured, on the group "measured", the nearest if not this one. "level8" where there are fewer is
 * the last. "way" is the level's place among all ways of thinking that the game has. */
COSET_API coset_text* coset_spec_describe(const char* spec, size_t spec_size);
/* The verdict of the protocol on a preview of a seat, from the seat's messages alone: `view` of an
 * event or a snapshot, `turn` of the same message, and `attempt`, a move or the selection so far:
 * {"move":"R+B=P"}, {"give":["R"],"take":[]}. The table gives the same verdict. */
COSET_API coset_text* coset_view_verdict(const char* spec, size_t spec_size, const char* view,
                                         size_t view_size, int32_t turn, const char* attempt,
                                         size_t attempt_size);

/* Matches: a game without a table. Nothing is hidden from the holder of a match. */

typedef struct coset_match coset_match;
/* Before the first deal, or from a position if that is not empty. */
COSET_API coset_match* coset_match_open(const char* spec, size_t spec_size, const char* position,
                                        size_t position_size, coset_text** problem);
COSET_API coset_match* coset_match_replay(const char* record, size_t record_size,
                                          coset_text** problem);
/* The same match after its first `plies` moves and deals. */
COSET_API coset_match* coset_match_first(const coset_match* match, uint32_t plies,
                                         coset_text** problem);
COSET_API void coset_match_free(coset_match* match);
/* Its state, as `coset replay --json`. */
COSET_API coset_text* coset_match_state(const coset_match* match);
/* What a seat may know, or a spectator (0): the `view` of the protocol. */
COSET_API coset_text* coset_match_view(const coset_match* match, int32_t reader);
/* The record as text (not JSON): what a seat or a spectator (0) may know of it, or all (-1). */
COSET_API coset_text* coset_match_record(const coset_match* match, int32_t reader);
/* {"actions":["R+B=P"],"truncated":false}: legal moves, at most `limit` and at most 100000. If
 * there are more, those that shed most and then cancel most, the best first. */
COSET_API coset_text* coset_match_actions(const coset_match* match, uint32_t limit);
/* The verdict of the protocol on a move that a seat might make. */
COSET_API coset_text* coset_match_judge(const coset_match* match, int32_t seat, const char* move,
                                        size_t move_size);
/* For the seat on turn, as `coset hint --json`; levels 1 to 5. All of coset_hint_begin in one call.
 */
COSET_API coset_text* coset_match_hint(const coset_match* match, int32_t level);
/* A move, or a deal that was decided elsewhere ("deal R"); a seat of 0 deals to the table. Returns
 * the same as coset_match_state. */
COSET_API coset_text* coset_match_play(coset_match* match, int32_t seat, const char* move,
                                       size_t move_size);
/* How many pieces chance draws one from; 0 if nothing is to be dealt. */
COSET_API uint32_t coset_match_urn(const coset_match* match);
/* Deals the piece at an index of the urn, 0 to coset_match_urn - 1, its pieces in index order.
 * Returns a status. */
COSET_API int32_t coset_match_deal(coset_match* match, uint32_t place);

/* Bots, in steps. */

typedef struct coset_search coset_search;
/* Starts a search for the move of the seat on turn, from what it may know. The match is not needed
 * afterwards. Same match, bot and seed: same move, whatever the steps. */
COSET_API coset_search* coset_search_begin(const coset_match* match, const char* bot,
                                           size_t bot_size, uint64_t seed, coset_text** problem);
COSET_API void coset_search_free(coset_search* search);
/* Searches about `positions` more positions. Returns 1 while the search is not complete, else 0. A
 * call is bounded, but not by `positions` alone: it does at least one unit, which is a few
 * candidates in the order of their value, one move searched to the depth reached so far, or one
 * playout for each candidate. The work of a whole search is counted and bounded on every group. */
COSET_API int32_t coset_search_step(coset_search* search, uint32_t positions);
/* {"move":"R+B=P","used":412,"done":false}: the best so far, after one step if there was none. */
COSET_API coset_text* coset_search_result(coset_search* search);

/* Hints are searched in the same way. The match is not needed afterwards. */
typedef struct coset_hint coset_hint;
COSET_API coset_hint* coset_hint_begin(const coset_match* match, coset_text** problem);
COSET_API void coset_hint_free(coset_hint* hint);
/* As coset_search_step. */
COSET_API int32_t coset_hint_step(coset_hint* hint, uint32_t positions);
/* As coset_match_hint, from the search so far; the whole hint once a step has returned 0. */
COSET_API coset_text* coset_hint_result(coset_hint* hint, int32_t level);

/* Values of moves, in the same way: what `coset analyse` answers about the position of a match,
 * from what the seat on turn may know. The match is not needed afterwards. `options`: fields of a
 * question of docs/analysis-protocol.md, {"playouts","units","width","top","line","seed","bot",
 * "compare"}, where "compare" is the move that was played; empty: all defaults. Same match and
 * options: same values, whatever the steps, and the same on every platform. */
typedef struct coset_analysis coset_analysis;
COSET_API coset_analysis* coset_analysis_begin(const coset_match* match, const char* options,
                                               size_t options_size, coset_text** problem);
COSET_API void coset_analysis_free(coset_analysis* analysis);
/* As coset_search_step; a unit is one of the bot that plays on, or of the one that advises. */
COSET_API int32_t coset_analysis_step(coset_analysis* analysis, uint32_t positions);
/* An answer of docs/analysis-protocol.md without an id, from the games so far, after one step if
 * there was none. */
COSET_API coset_text* coset_analysis_result(coset_analysis* analysis);
/* The review of a game, as `coset review --json` prints it without the game's own fields, from such
 * answers with "compare" about its positions: a JSON list in the order of the game, in which some
 * may be missing. `seat`: whose dearest and best moves to list; 0: of all seats. */
COSET_API coset_text* coset_review(const char* answers, size_t answers_size, int32_t seat);

/* Tables: a game with its players, as docs/protocol.md describes. The host provides connections,
 * time, chance, a log and a digest; the table requests them through coset_table_requests. Times are
 * milliseconds since the host's epoch. */

/* BLAKE2b with 16 bytes of output, unkeyed. */
typedef void (*coset_digest)(const uint8_t* bytes, size_t size, uint8_t out[16]);

typedef struct coset_table coset_table;
/* `setup`: {"table":"oak","spec":"al-jabar","seats":[{"name":"Emmy","token":"<32 hex digits>"},
 * {"name":"Greedy","bot":"greedy"}]} and optionally "clock":{"kind","start","add"}, "rated",
 * "hints", "timeout" ("strict": docs/protocol.md, "Heartbeats and clocks"; default "lenient"),
 * "grace", "start" (a position in notation to start from, instead of a deal) and
 * "series":{"games":3,"number":1,"points":["0","0"]}. "form":2 is for every new table; a setup
 * without it comes from an older program. Store a setup unchanged: keys that this program does not
 * know are part of the chain. `log`: the committed rows, a JSON list; empty for a new table. */
COSET_API coset_table* coset_table_open(const char* setup, size_t setup_size, const char* log,
                                        size_t log_size, coset_digest digest, int64_t now,
                                        coset_text** problem);
COSET_API void coset_table_free(coset_table* table);
/* Its requests to the host, and its state: {"head":1,"chain":"...","turn":1,
 * "over":false} and, where they apply:
 *   "urn":{"size","number"}           -> coset_table_dealt; first of all
 *   "proposed":{"ply","before","chain","id","body"}
 *                                     -> append it to the log, then coset_table_committed, or
 *                                        coset_table_reload if the log has other rows
 *   "bot":{"seat","ply","bot","spec","position"}
 *                                     -> coset_table_bot_chose. The position is imagined from the
 *                                        seat's view: open a match with it and search
 *   "hint":{"connection","seat","ply","level"}
 *                                     -> coset_table_hint_begin, then coset_table_hinted
 *   "wake_at":1700000000000           -> coset_table_tick at that time
 *   "rematch":{...}                   -> open a table with this setup and a new name, then
 *                                        coset_table_announce_rematch */
COSET_API coset_text* coset_table_requests(const coset_table* table);

/* These return the messages to send, in order:
 * [{"to":[7,8],"message":{"type":"event",...}}], where `to` lists connections. */

/* A frame from a connection, of at most 4096 bytes. The host chooses the numbers of connections. */
COSET_API coset_text* coset_table_handle(coset_table* table, uint32_t connection,
                                         const char* message, size_t message_size, int64_t now);
COSET_API coset_text* coset_table_disconnect(coset_table* table, uint32_t connection, int64_t now);
COSET_API coset_text* coset_table_tick(coset_table* table, int64_t now);
COSET_API coset_text* coset_table_committed(coset_table* table, uint32_t ply, int64_t now);
COSET_API coset_text* coset_table_reload(coset_table* table, const char* log, size_t log_size,
                                         int64_t now);
/* The choice of a seat's bot on a ply; ignored if the table is at another ply. */
COSET_API coset_text* coset_table_bot_chose(coset_table* table, int32_t seat, uint32_t ply,
                                            const char* move, size_t move_size, int64_t now);
/* Starts the search for the requested hint; an error if none was requested. The table is not needed
 * for coset_hint_step, and may change meanwhile. */
COSET_API coset_hint* coset_table_hint_begin(const coset_table* table, coset_text** problem);
/* Sends the hint found so far to its client; ignored if the table is at another ply. */
COSET_API coset_text* coset_table_hinted(coset_table* table, coset_hint* hint);
/* Both in one call. */
COSET_API coset_text* coset_table_hint(coset_table* table);
/* The rematch is at the table of this name; it is no longer requested. */
COSET_API coset_text* coset_table_announce_rematch(coset_table* table, const char* name,
                                                   size_t name_size);

/* The urn without the rest of coset_table_requests: its size, 0 if no deal is pending; the number
 * of the draw in the whole game; and the result, an index into the urn. Returns a status. */
COSET_API uint32_t coset_table_urn(const coset_table* table);
COSET_API uint32_t coset_table_draw(const coset_table* table);
COSET_API int32_t coset_table_dealt(coset_table* table, uint32_t place);

/* Lessons and puzzles. */

/* A list of all lessons: {"track","lesson","title","goal","items","to_pass"}. */
COSET_API coset_text* coset_lessons(void);
/* The eight items of a lesson, or of a mix of a track, as a list of what `coset lesson --json`
 * prints, answers included. */
COSET_API coset_text* coset_lesson_items(const char* name, size_t name_size, uint64_t seed);
/* {"understood","right","misconception","feedback":[]} for an answer to one item, 1 to 8, of a
 * lesson; the items of a mix name the lesson they come from. */
COSET_API coset_text* coset_lesson_check(const char* lesson, size_t lesson_size, uint64_t seed,
                                         int32_t item, const char* answer, size_t answer_size);
/* A run of `items` items: those shown and those to come. A missed item comes back two
 * items later, at most twice. The answers so far are a text of + (right without help) and -:
 * {"queue":[{"item":1,"again":false}],"at":0,"right":0,"done":false}. */
COSET_API coset_text* coset_lesson_run(int32_t items, const char* answers, size_t answers_size);
/* The stored state of an item after an answer, {"box":0,"due":"2026-11-16"}, or null. `box` is -1
 * if nothing is stored; dates are local to the reader. */
COSET_API coset_text* coset_lesson_review(int32_t box, const char* due, size_t due_size,
                                          int32_t right, const char* today, size_t today_size);
/* Which of the stored items are due, as a list of indices from 0, the least known first. Items are
 * lines such as "0 2026-11-16". */
COSET_API coset_text* coset_lesson_due(const char* items, size_t items_size, const char* today,
                                       size_t today_size);
/* {"days":3,"today":true,"rested":false} of the dates of play, separated by spaces. */
COSET_API coset_text* coset_streak(const char* dates, size_t dates_size, const char* today,
                                   size_t today_size);
/* A list of the kinds: {"kind","about","games"}. */
COSET_API coset_text* coset_puzzles(void);
/* As `coset puzzle --json`, solution included. The spec may be empty. Some kinds take the better
 * part of a second to make. */
COSET_API coset_text* coset_puzzle(const char* kind, size_t kind_size, uint64_t seed,
                                   const char* spec, size_t spec_size);
/* {"outcome":"right","feedback":[]}: right, unfinished, wrong, illegal or unread. */
COSET_API coset_text* coset_puzzle_check(const char* kind, size_t kind_size, uint64_t seed,
                                         const char* spec, size_t spec_size, const char* answer,
                                         size_t answer_size);

#ifdef __cplusplus
}
#endif

#endif
