// What Swift says differently on each system: how a program is begun, and how it ended.
#ifndef LEAKCHECK_TESTING_H
#define LEAKCHECK_TESTING_H

#include <stdint.h>

/// Begins the program at `path`, with nothing on standard input, and with standard output and error in two new files.
///
/// Files rather than pipes: a program that stops this process while it prints would wait for a pipe for ever.
///
/// @return The process id, or the negated error number.
int32_t leakcheck_begin(
    const char *path, char *const arguments[], char *const environment[], const char *output,
    const char *errors);

/// How a program that was begun is doing.
typedef enum {
  leakcheck_runs,
  /// It ended with the exit status in `code`.
  leakcheck_exited,
  /// The signal in `code` ended it.
  leakcheck_killed,
  /// Somebody else has asked already, and only one can know.
  leakcheck_unknown,
} leakcheck_state;

/// Asks for the state of a program without waiting for it; once it has ended, nobody can ask again.
leakcheck_state leakcheck_state_of(int32_t process, int32_t *code);

/// Ends a program at once and waits until it has.
void leakcheck_end(int32_t process);

#endif
