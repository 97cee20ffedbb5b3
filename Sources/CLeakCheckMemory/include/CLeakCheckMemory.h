// What Swift cannot say to the system: a load that will come, pages that should be large, when a file changed.
#ifndef LEAKCHECK_MEMORY_H
#define LEAKCHECK_MEMORY_H

#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#if defined(__linux__)
#include <sys/mman.h>
#endif
#if defined(__GLIBC__)
#include <malloc.h>
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

/// When the contents of an open file changed last, in nanoseconds; systems differ in what they call it.
static inline int64_t leakcheck_time_of_change(int descriptor) {
  struct stat status;
  if (fstat(descriptor, &status) != 0) return -1;
#if defined(__APPLE__)
  return (int64_t)status.st_mtimespec.tv_sec * 1000000000 + status.st_mtimespec.tv_nsec;
#else
  return (int64_t)status.st_mtim.tv_sec * 1000000000 + status.st_mtim.tv_nsec;
#endif
}

/// Keeps large memory that was freed for what is asked for next, where that can be said: the system clears each page
/// that is new to a process, and stage after stage asks for as much again. For programs, not for libraries.
///
/// What one thread frees only those of its pool get again, and the threads of a pool wait for each other: one pool where
/// memory is asked for in a few large pieces, one for each thread where all of them ask for many small ones. The system
/// takes the number of pools only before there is a second thread.
static inline void leakcheck_keep_freed_memory(int pools) {
#if defined(__GLIBC__)
  mallopt(M_ARENA_MAX, pools);
  mallopt(M_MMAP_THRESHOLD, INT32_MAX);
  mallopt(M_TRIM_THRESHOLD, INT32_MAX);
  mallopt(M_TOP_PAD, 1 << 24);
#else
  (void)pools;
#endif
}

#endif
