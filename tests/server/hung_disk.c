/* A disk that does not answer: loaded before the C library, it lets every flush wait while a file
 * is there. For the test of what a server does meanwhile. COSET_HUNG   the file's path
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
