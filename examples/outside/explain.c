/* A program outside of Coset's tree: says why an equation in a group holds or not.
 *   ./explain Z2^3 G+O=W
 * CMakeLists.txt and Makefile beside it are two ways to build it against an installed Coset. */
#include <coset.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char** argv) {
  const char* name = argc > 1 ? argv[1] : "Z2^3";
  const char* equation = argc > 2 ? argv[2] : "G+O=W";
  if (coset_api_version() != COSET_API_VERSION) return 1;
  coset_text* problem = NULL;
  coset_group* group = coset_group_open(name, strlen(name), &problem);
  if (group == NULL) {
    fprintf(stderr, "%s\n", problem->data);
    coset_free(problem);
    return 1;
  }
  coset_text* why = coset_group_explain(group, equation, strlen(equation), NULL, 0, NULL, 0);
  const int refused = why->status != COSET_DONE;
  puts(why->data);
  coset_free(why);
  coset_group_free(group);
  return refused;
}
