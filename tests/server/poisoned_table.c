/* A fault that one table alone triggers: loaded before libsodium, it stops the program whenever the
 * header of that table is hashed, as a failed check in its code would. For the test of what is left
 * of the others.
 *   COSET_POISONED   the table's name
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
    const char* table = getenv("COSET_POISONED");
    if (real == NULL || table == NULL) abort();
    snprintf(header, sizeof header, "coset-table 2\n%s\n", table);
  }
  const size_t size = strlen(header);
  if (in_size >= size && memcmp(in, header, size) == 0) abort();
  return real(out, out_size, in, in_size, key, key_size);
}
