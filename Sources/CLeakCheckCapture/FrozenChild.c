#define _GNU_SOURCE
#include "CLeakCheckCapture.h"

#if defined(__linux__)

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

// In the child no function of libc is safe but bare system calls: other threads may have held any lock.
static void wait_frozen(long parent) {
  syscall(SYS_prctl, PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  if (syscall(SYS_getppid) != parent) syscall(SYS_exit_group, 0);
#if defined(SYS_close_range)
  syscall(SYS_close_range, 0, ~0U, 0);
#endif
  for (;;) {
    // A signal that arrives must not run a handler of the program: all are blocked before the fork.
    syscall(SYS_ppoll, NULL, 0, NULL, NULL, 0);
  }
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

void leakcheck_end_frozen(int32_t child) {
  kill(child, SIGKILL);
  while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) {
  }
}

int leakcheck_is_readable(uintptr_t address, size_t count) {
  char bytes[128];
  struct iovec here = {bytes, count < sizeof bytes ? count : sizeof bytes};
  struct iovec there = {(void *)address, here.iov_len};
  ssize_t read = process_vm_readv(getpid(), &here, 1, &there, 1, 0);
  if (read < 0) return errno != EFAULT;
  return (size_t)read == here.iov_len;
}

#endif
