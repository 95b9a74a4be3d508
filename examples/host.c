/* Hosts a table with two bots and a spectator through the C functions, and prints the record.
 *   cc host.c -lcoset -lsodium && ./a.out mad-abel 7
 * The host's part: chance, a log, a digest, and somewhere for bots to think. */
#include <coset.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void digest(const uint8_t* bytes, size_t size, uint8_t out[16]) {
  crypto_generichash(out, 16, bytes, size, NULL, 0); /* BLAKE2b */
}

/* The text, or the end of the program if it was refused. */
static coset_text* sound(coset_text* text) {
  if (text->status == COSET_DONE) return text;
  fprintf(stderr, "refused: %s\n", text->data);
  exit(1);
}

/* A value in JSON, or null; to be given back. */
static coset_text* at(const coset_text* json, const char* place) {
  coset_text* value = coset_json_at(json->data, json->size, place, strlen(place));
  if (value->status == COSET_DONE) return value;
  coset_free(value);
  return NULL;
}

/* What the bot of a task does. Another thread or process may do this: a task is text. */
static coset_text* choose(const coset_text* spec, const coset_text* position, const coset_text* bot,
                          uint64_t seed) {
  coset_text* problem = NULL;
  coset_match* match =
      coset_match_open(spec->data, spec->size, position->data, position->size, &problem);
  if (match == NULL) sound(problem);
  coset_search* search = coset_search_begin(match, bot->data, bot->size, seed, &problem);
  if (search == NULL) sound(problem);
  for (int slices = 0; slices < 20 && coset_search_step(search, 100); ++slices) {
    /* here a host would look after its other tables */
  }
  coset_text* result = sound(coset_search_result(search));
  coset_text* move = at(result, "/move");
  coset_free(result);
  coset_search_free(search);
  coset_match_free(match);
  return move;
}

int main(int argc, char** argv) {
  const char* game = argc > 1 ? argv[1] : "al-jabar";
  const uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  if (sodium_init() < 0 || coset_api_version() != COSET_API_VERSION) return 1;
  char setup[500];
  snprintf(setup, sizeof setup,
           "{\"table\":\"oak\",\"spec\":\"%s\",\"seats\":[{\"bot\":\"greedy\"},{\"bot\":"
           "\"lookahead\"}]}",
           game);
  coset_text* problem = NULL;
  coset_table* table = coset_table_open(setup, strlen(setup), NULL, 0, digest, 0, &problem);
  if (table == NULL) sound(problem);
  const char hello[] = "{\"type\":\"hello\",\"proto\":1,\"table\":\"oak\"}";
  coset_free(sound(coset_table_handle(table, 1, COSET_TEXT(hello), 0)));
  coset_rng* rng = coset_rng_open(seed);
  for (int over = 0; !over;) {
    for (uint32_t size; (size = coset_table_urn(table)) > 0;)
      coset_table_dealt(table, coset_rng_below(rng, size));
    coset_text *wants = sound(coset_table_requests(table)), *sends;
    coset_text* ply = at(wants, "/proposed/ply");
    if (ply != NULL) { /* append "/proposed" to the log here, and only then: */
      sends = sound(coset_table_committed(table, (uint32_t)strtoul(ply->data, NULL, 10), 0));
      coset_text* type = at(sends, "/1/message/type"); /* [event, game_over] for the spectator */
      if (type != NULL && strcmp(type->data, "game_over") == 0) {
        coset_text *record = at(sends, "/1/message/record"), *chain = at(sends, "/1/message/chain");
        printf("%s# chain %s\n", record->data, chain->data);
        coset_free(record);
        coset_free(chain);
        over = 1;
      }
      coset_free(type);
      coset_free(ply);
    } else { /* "/bot"; who could ask for a hint or a rematch is not here, and there is no clock */
      coset_text *spec = at(wants, "/bot/spec"), *position = at(wants, "/bot/position");
      coset_text *bot = at(wants, "/bot/bot"), *seat = at(wants, "/bot/seat"),
                 *on = at(wants, "/bot/ply");
      const uint32_t ply_now = (uint32_t)strtoul(on->data, NULL, 10);
      coset_text* move = choose(spec, position, bot, seed + ply_now);
      sends =
          sound(coset_table_bot_chose(table, atoi(seat->data), ply_now, move->data, move->size, 0));
      coset_text* used[] = {spec, position, bot, seat, on, move};
      for (size_t i = 0; i < sizeof used / sizeof *used; ++i) coset_free(used[i]);
    }
    coset_free(sends);
    coset_free(wants);
  }
  coset_rng_free(rng);
  coset_table_free(table);
  return 0;
}
