// Two functions that glibc has since 2.35 and 2.36 and that the archives of libstdc++ and libgcc
// ask for, so that the programs of the archive run with 2.34 too.
#include <dlfcn.h>
#include <link.h>
#include <sys/random.h>

#include <cerrno>
#include <cstdint>
#include <cstdlib>

namespace {

struct Wanted {
  std::uintptr_t address;
  dl_find_object* found;
};

// The loaded object in which the address is, and where its table for unwinding begins.
int look(dl_phdr_info* info, std::size_t, void* data) {
  const auto& wanted = *static_cast<Wanted*>(data);
  const ElfW(Phdr)* table = nullptr;
  bool inside = false;
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& each = info->dlpi_phdr[i];
    const std::uintptr_t begin = info->dlpi_addr + each.p_vaddr;
    if (each.p_type == PT_GNU_EH_FRAME) table = &each;
    if (each.p_type == PT_LOAD && wanted.address - begin < each.p_memsz) inside = true;
  }
  if (!inside || table == nullptr) return inside ? -1 : 0;
  *wanted.found = {};
  wanted.found->dlfo_eh_frame = reinterpret_cast<void*>(info->dlpi_addr + table->p_vaddr);
  return 1;
}

}  // namespace

extern "C" {

// What the unwinder needs of it: the table of an address.
int _dl_find_object(void* address, dl_find_object* found) noexcept {
  Wanted wanted{reinterpret_cast<std::uintptr_t>(address), found};
  return dl_iterate_phdr(look, &wanted) == 1 ? 0 : -1;
}

std::uint32_t arc4random() noexcept {
  std::uint32_t out = 0;
  ssize_t got = 0;
  do got = getrandom(&out, sizeof out, 0);
  while (got < 0 && errno == EINTR);
  if (got != sizeof out) std::abort();
  return out;
}
}
