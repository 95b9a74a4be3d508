// Process groups of started programs, to kill them when this one dies. Thread-safe; kill_children
// is async-signal-safe.
#pragma once

#include <sys/types.h>

namespace coset::cli {

void enter_child(pid_t group);
void leave_child(pid_t group);
void kill_children();

}  // namespace coset::cli
