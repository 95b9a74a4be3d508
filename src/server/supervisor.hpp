// What systemd wants to hear of a service of Type=notify, if it is what started us: sd_notify(3)
// promises the form. Elsewhere nothing happens.
#pragma once

namespace coset::server {

void tell_supervisor(const char* state);  // "READY=1", "STOPPING=1", "WATCHDOG=1"

}  // namespace coset::server
