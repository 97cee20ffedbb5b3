#include "CLeakCheckTesting.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

// Apple TVs and watches forbid to begin programs.
#if defined(__APPLE__)
#include <TargetConditionals.h>
#if TARGET_OS_TV || TARGET_OS_WATCH
#define LEAKCHECK_BEGINS_NOTHING
#endif
#endif

#if defined(LEAKCHECK_BEGINS_NOTHING)

int32_t leakcheck_begin(
    const char *path, char *const arguments[], char *const environment[], const char *output,
    const char *errors) {
  (void)path, (void)arguments, (void)environment, (void)output, (void)errors;
  return -ENOTSUP;
}

#else

#include <spawn.h>

// Signals that the tests block or ignore must not stay so in the program.
static void reset_signals(posix_spawnattr_t *attributes) {
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  sigdelset(&all, SIGKILL);
  sigdelset(&all, SIGSTOP);
  short flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
#if defined(POSIX_SPAWN_CLOEXEC_DEFAULT)
  flags |= POSIX_SPAWN_CLOEXEC_DEFAULT;
#endif
  posix_spawnattr_setsigmask(attributes, &none);
  posix_spawnattr_setsigdefault(attributes, &all);
  posix_spawnattr_setflags(attributes, flags);
}

int32_t leakcheck_begin(
    const char *path, char *const arguments[], char *const environment[], const char *output,
    const char *errors) {
  posix_spawn_file_actions_t actions;
  int status = posix_spawn_file_actions_init(&actions);
  if (status != 0) return -status;
  posix_spawnattr_t attributes;
  status = posix_spawnattr_init(&attributes);
  if (status != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return -status;
  }
  reset_signals(&attributes);
  int new_file = O_WRONLY | O_CREAT | O_EXCL;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, output, new_file, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, errors, new_file, 0600);
  pid_t process = -1;
  status = posix_spawn(&process, path, &actions, &attributes, arguments, environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return status != 0 ? -status : process;
}

#endif

leakcheck_state leakcheck_state_of(int32_t process, int32_t *code) {
  int status = 0;
  pid_t ended;
  do {
    ended = waitpid(process, &status, WNOHANG);
  } while (ended < 0 && errno == EINTR);
  if (ended == 0) return leakcheck_runs;
  if (ended < 0) return leakcheck_unknown;
  if (WIFEXITED(status)) {
    *code = WEXITSTATUS(status);
    return leakcheck_exited;
  }
  *code = WTERMSIG(status);
  return leakcheck_killed;
}

void leakcheck_end(int32_t process) {
  kill(process, SIGKILL);
  while (waitpid(process, NULL, 0) < 0 && errno == EINTR) {
  }
}
