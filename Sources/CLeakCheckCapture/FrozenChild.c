#define _GNU_SOURCE
#include "CLeakCheckCapture.h"

#if defined(__linux__)

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// In the child no function of libc is safe but bare system calls: other threads may have held any lock.
//
// PR_SET_PDEATHSIG would end the child with the thread that made it, so it watches the process instead.
static void wait_frozen(long parent) {
#if defined(SYS_close_range)
  syscall(SYS_close_range, 0, ~0U, 0);
#endif
  struct pollfd watched = {-1, POLLIN, 0};
#if defined(SYS_pidfd_open)
  watched.fd = (int)syscall(SYS_pidfd_open, parent, 0);
#endif
  struct timespec turn = {0, 100 * 1000 * 1000};
  while (syscall(SYS_getppid) == parent) {
    // A signal that arrives must not run a handler of the program: all are blocked before the fork.
    struct timespec left = turn;
    syscall(SYS_ppoll, &watched, 1, watched.fd < 0 ? &left : NULL, NULL, 0);
  }
  syscall(SYS_exit_group, 0);
}

int32_t leakcheck_fork_frozen(void) {
  sigset_t all, before;
  sigfillset(&all);
  if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0) return -EINVAL;
  long parent = getpid();
  // No exit signal: the program's own waiting for children does not see this one.
  long child = syscall(SYS_clone, 0, 0, 0, 0, 0);
  if (child == 0) wait_frozen(parent);
  int error = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return child < 0 ? -error : (int32_t)child;
}

void leakcheck_kill_frozen(int32_t child) { kill(child, SIGKILL); }

void leakcheck_reap_frozen(int32_t child) {
  while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) {
  }
}

int32_t leakcheck_thread(void) { return (int32_t)syscall(SYS_gettid); }

__attribute__((noinline)) void leakcheck_clear_stack(void) {
  // Less than the smallest stack of a thread of libdispatch's.
  volatile char below[64 << 10];
  for (size_t index = 0; index < sizeof below; index++) below[index] = 0;
}

int leakcheck_is_readable(uintptr_t address, size_t count) {
  char bytes[128];
  struct iovec here = {bytes, count < sizeof bytes ? count : sizeof bytes};
  struct iovec there = {(void *)address, here.iov_len};
  ssize_t read = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (read < 0) return errno != EFAULT;
  return (size_t)read == here.iov_len;
}

int leakcheck_is_equal(uintptr_t address, const void *expected, size_t count) {
  const char *wanted = expected;
  char bytes[256];
  while (count > 0) {
    size_t part = count < sizeof bytes ? count : sizeof bytes;
    struct iovec here = {bytes, part};
    struct iovec there = {(void *)address, part};
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != (ssize_t)part) return 0;
    if (memcmp(bytes, wanted, part) != 0) return 0;
    address += part;
    wanted += part;
    count -= part;
  }
  return 1;
}

#endif
