// Runs blocking stores on a dedicated thread so the event loop stays responsive and writes are
// batched meanwhile. Requests run in order; results are delivered on the event loop's thread.
#pragma once

#include <memory>

#include "apps/cosetd/app.hpp"

namespace coset::cosetd {

// The SQLite stores, called on the one thread of `thread`. REQUIRES: `thread` is destroyed before
// the stores
Stores run_on_thread(Stores stores, node::WorkerPool& thread);

}  // namespace coset::cosetd
