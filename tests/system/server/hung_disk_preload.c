/* Simulates a hung disk: preloaded before the C library, it blocks fsync and fdatasync while a file
 * exists.
 *   COSET_HUNG   the path of that file
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

static void wait_for_disk(void) {
  const char* path = getenv("COSET_HUNG");
  while (path != NULL && access(path, F_OK) == 0) usleep(20000);
}

int fsync(int file) {
  static int (*real)(int);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return real(file);
}

int fdatasync(int file) {
  static int (*real)(int);
  if (real == NULL) *(void**)&real = dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return real(file);
}
