// malloc and free of the WebAssembly module. The C library's would be one of its largest functions.
// A block has one of the sizes 16, 32, ..., 256, 320, 384, 448, 512, 640, ...: four for each power
// of two. A free block waits in the list of its size; blocks are neither split nor joined, so that
// memory is at most the sum of what each size has needed at once. For one thread, as the module is.
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <cstring>

extern "C" unsigned char __heap_base;

namespace {

constexpr std::size_t page = 65536;
constexpr std::size_t most = std::size_t{1} << 30U;
constexpr std::size_t header = 4;  // the number of its list, before what the caller gets
constexpr std::uint32_t lists = 112;

void* waiting[lists];
std::uintptr_t unused;  // from here on nothing was handed out; a multiple of 16

struct Size {
  std::size_t bytes;
  std::uint32_t list;
};
// The smallest block for so many bytes, header included. REQUIRES: 0 < wanted <= most + header
Size size_for(std::size_t wanted) {
  const auto last = static_cast<std::uint32_t>(wanted - 1);
  if (last < 256) return {(last / 16 + 1) * 16, last / 16};
  const std::uint32_t step = 29U - static_cast<std::uint32_t>(__builtin_clz(last));
  const std::uint32_t quarters = last >> step;  // 4 to 7
  return {(quarters + 1) << step, 16 + (step - 6) * 4 + quarters - 4};
}

// A new block, or 0 if there is no memory left.
std::uintptr_t take_new(std::size_t bytes) {
  if (unused == 0) unused = (reinterpret_cast<std::uintptr_t>(&__heap_base) + 15) / 16 * 16;
  const std::uint64_t end = std::uint64_t{__builtin_wasm_memory_size(0)} * page;
  // What the caller gets begins 12 later. 64 bits: near 4 GiB the sum would begin again at 0.
  const std::uint64_t needed = std::uint64_t{unused} + bytes + 16;
  if (needed > end) {
    const auto pages =
        std::max(static_cast<std::size_t>((needed - end + page - 1) / page), std::size_t{4});
    if (__builtin_wasm_memory_grow(0, pages) == SIZE_MAX) return 0;
  }
  unused += bytes;
  return unused - bytes;
}

std::uint32_t& list_of(void* block) {
  return *reinterpret_cast<std::uint32_t*>(static_cast<char*>(block) - header);
}

}  // namespace

extern "C" {

void* malloc(std::size_t size) {
  if (size > most) return nullptr;
  const auto [bytes, list] = size_for(size + header);
  if (void* block = waiting[list]) {
    waiting[list] = *static_cast<void**>(block);
    return block;
  }
  const std::uintptr_t start = take_new(bytes);
  if (start == 0) return nullptr;
  void* block = reinterpret_cast<void*>(start + 16);
  list_of(block) = list;
  return block;
}

void free(void* block) {
  if (block == nullptr) return;
  *static_cast<void**>(block) = waiting[list_of(block)];
  waiting[list_of(block)] = block;
}

void* calloc(std::size_t count, std::size_t size) {
  if (size != 0 && count > most / size) return nullptr;
  void* block = malloc(count * size);
  return block == nullptr ? nullptr : std::memset(block, 0, count * size);
}

// Nobody calls these, but where one is missing, the C library's malloc is linked.
void* realloc(void*, std::size_t) { __builtin_trap(); }
void* aligned_alloc(std::size_t, std::size_t) { __builtin_trap(); }
int posix_memalign(void**, std::size_t, std::size_t) { __builtin_trap(); }

}  // extern "C"
