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

int64_t leakcheck_copy_memory(int32_t process, const leakcheck_range *ranges, size_t count) {
  enum { batch = 512 };
  struct iovec local[batch], remote[batch];
  int64_t total = 0;
  int32_t error = 0;
  for (size_t done = 0; done < count;) {
    size_t size = count - done < batch ? count - done : batch;
    for (size_t i = 0; i < size; i++) {
      local[i] = (struct iovec){ranges[done + i].destination, ranges[done + i].length};
      remote[i] = (struct iovec){(void *)ranges[done + i].address, ranges[done + i].length};
    }
    ssize_t copied = process_vm_readv(process, local, size, remote, size, 0);
    if (copied < 0) {
      error = errno;
      if (error != EFAULT) return -(int64_t)error;
      copied = 0;
    }
    total += copied;
    // A copy ends at the first page that is not there: it goes on behind that range.
    size_t whole = 0;
    uint64_t rest = (uint64_t)copied;
    while (whole < size && rest >= ranges[done + whole].length) rest -= ranges[done + whole++].length;
    done += whole < size ? whole + 1 : size;
  }
  return total == 0 && error != 0 ? -(int64_t)error : total;
}

#endif
