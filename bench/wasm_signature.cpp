// The behaviour signature as a WebAssembly export, to be compared with the native one.
#include "play/simulate.hpp"

extern "C" __attribute__((export_name("coset_signature"))) std::uint64_t coset_signature() {
  return coset::behaviour_signature();
}
