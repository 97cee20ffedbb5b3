// What Swift cannot say: a raw fork, and the runtime's entry points.
#ifndef LEAKCHECK_CAPTURE_H
#define LEAKCHECK_CAPTURE_H

#include <stddef.h>
#include <stdint.h>

#include "Images.h"

#if defined(__linux__)

/// Forks a child that only waits: a frozen copy of this process's memory.
///
/// The child runs no handler of `pthread_atfork`, closes what it inherited, sends no SIGCHLD and dies with
/// its parent.
///
/// @return The child's process id, or the negated `errno`.
int32_t leakcheck_fork_frozen(void);

/// Ends the child, which takes a moment.
void leakcheck_kill_frozen(int32_t child);

/// Waits for the child's end, so that no zombie stays.
void leakcheck_reap_frozen(int32_t child);

/// The system's number of the calling thread.
int32_t leakcheck_thread(void);

/// Overwrites what calls that have returned left below the end of the calling thread's stack.
void leakcheck_clear_stack(void);

/// Whether `count` (at most 128) bytes at `address` can be read now; true where the system does not say.
int leakcheck_is_readable(uintptr_t address, size_t count);

/// Whether this process's memory at `address` can be read now and has the `count` bytes of `expected`.
int leakcheck_is_equal(uintptr_t address, const void *expected, size_t count);

/// The release of glibc, such as "2.36".
const char *gnu_get_libc_version(void);

#endif

/// The runtime's demangler; the result is the caller's to free. Null for what is no mangled name.
char *swift_demangle(
    const char *name, size_t length, char *buffer, size_t *bufferSize, uint32_t flags);

/// The metadata of a mangled type name, or null; `arguments` are those of the generic `context`.
__attribute__((swiftcall)) const void *swift_getTypeByMangledNameInContext(
    const char *name, size_t length, const void *context, const void *arguments);

#endif
