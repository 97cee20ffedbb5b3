// What Swift cannot say to the memory system: a load that will come, and pages that should be large.
#ifndef LEAKCHECK_MEMORY_H
#define LEAKCHECK_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif

/// Begins to load the cache line at `base + offset`; never faults, whatever the address.
static inline __attribute__((always_inline)) void leakcheck_prefetch(
    const void *base, ptrdiff_t offset) {
  __builtin_prefetch((const void *)((uintptr_t)base + (uintptr_t)offset));
}

/// Asks for large pages for those that lie wholly inside the memory; only advice, so nothing can fail.
static inline void leakcheck_prefer_large_pages(void *base, size_t count) {
#if defined(MADV_HUGEPAGE)
  const uintptr_t page = (uintptr_t)1 << 21;
  uintptr_t start = ((uintptr_t)base + page - 1) & ~(page - 1);
  uintptr_t end = ((uintptr_t)base + count) & ~(page - 1);
  if (start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
#else
  (void)base;
  (void)count;
#endif
}

#endif
