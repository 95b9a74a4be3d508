// Programs that this one has started, by their process groups, so that a sudden end takes them
// along. Any thread may enter and leave; kill_children may be called by a signal handler.
#pragma once

#include <sys/types.h>

namespace coset::cli {

void enter_child(pid_t group);
void leave_child(pid_t group);
void kill_children();

}  // namespace coset::cli
