// Stores that wait for a disk, on a thread of their own: whoever speaks is heard meanwhile, and
// rows gather while a batch is being written. What is asked is done in the order of asking, and
// answered on the loop's thread.
#pragma once

#include <memory>

#include "server/house.hpp"

namespace coset::server {

// The stores of SQLite, asked on the one thread of `thread`, which goes before they do.
Stores aside(Stores stores, serve::Pool& thread);

}  // namespace coset::server
