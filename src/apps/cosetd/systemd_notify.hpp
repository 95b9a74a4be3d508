// Reports the service state to systemd (Type=notify), in the format of sd_notify(3). Does nothing
// if systemd did not start the program.
#pragma once

namespace coset::cosetd {

void notify_systemd(const char* state);  // "READY=1", "STOPPING=1", "WATCHDOG=1"

}  // namespace coset::cosetd
