// libFuzzer's driver, which the compiler links when it is asked for coverage.
#ifndef LEAKCHECK_LIBFUZZER_H
#define LEAKCHECK_LIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Calls `body` with one input after another until something is found or the arguments' limit is reached.
int leakcheck_fuzz(int argc, char **argv, int (*body)(const uint8_t *bytes, size_t count));

/// Makes the length and the checksums of a binary graph fit; leaves everything else as it is.
void leakcheck_repair(uint8_t *bytes, size_t count);

#endif
