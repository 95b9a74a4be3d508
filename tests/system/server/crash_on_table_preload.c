/* Simulates a bug that one table triggers: preloaded before libsodium, it aborts the program
 * whenever that table's header is hashed, as a failed CHECK would. COSET_CRASH_ON_TABLE   the name
 * of the table
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Digest)(unsigned char*, size_t, const unsigned char*, unsigned long long,
                      const unsigned char*, size_t);

int crypto_generichash(unsigned char* out, size_t out_size, const unsigned char* in,
                       unsigned long long in_size, const unsigned char* key, size_t key_size) {
  static char header[128];
  static Digest real;
  if (real == NULL) {
    *(void**)&real = dlsym(RTLD_NEXT, "crypto_generichash");
    const char* table = getenv("COSET_CRASH_ON_TABLE");
    if (real == NULL || table == NULL) abort();
    snprintf(header, sizeof header, "coset-table 2\n%s\n", table);
  }
  const size_t size = strlen(header);
  if (in_size >= size && memcmp(in, header, size) == 0) abort();
  return real(out, out_size, in, in_size, key, key_size);
}
