/* Makes runs of cosetd deterministic: preloaded before libsodium and the C library, it returns the
 * same random bytes in the same order, and the time that the test writes into a file. For the
 * noninterference test only.
 *   COSET_FIXED_TIME   a file of 8 bytes: milliseconds since 1970, in native byte order
 */
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t* shared_time(void) {
  static volatile int64_t* mapped;
  if (mapped != NULL) return mapped;
  const char* path = getenv("COSET_FIXED_TIME");
  const int file = path == NULL ? -1 : open(path, O_RDONLY);
  if (file < 0) abort();
  void* found = mmap(NULL, sizeof(int64_t), PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (found == MAP_FAILED) abort();
  mapped = found;
  return mapped;
}

int clock_gettime(clockid_t which, struct timespec* out) {
  (void)which;
  const int64_t now = *shared_time();
  out->tv_sec = now / 1000;
  out->tv_nsec = now % 1000 * 1000000;
  return 0;
}

static uint64_t state = 1;

void randombytes_buf(void* const out, const size_t size) {
  unsigned char* bytes = out;
  for (size_t i = 0; i < size; ++i) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    bytes[i] = (unsigned char)(state >> 56);
  }
}
