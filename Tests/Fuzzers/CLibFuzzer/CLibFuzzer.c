#include "CLibFuzzer.h"

#include <string.h>

// Of libFuzzer.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*body)(const uint8_t *, size_t));
size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t most);

int leakcheck_fuzz(int argc, char **argv, int (*body)(const uint8_t *, size_t)) {
  return LLVMFuzzerRunDriver(&argc, &argv, body);
}

// The checksum as the article "Binary graphs" describes it, and not as the reader computes it.
static uint64_t checksum(const uint8_t *bytes, size_t count) {
  const uint64_t finisher = 0x9e3779b97f4a7c15;
  uint64_t lanes[8];
  for (uint64_t lane = 0; lane < 8; lane++) lanes[lane] = (lane + 1) * finisher;
  for (size_t start = 0; start < count; start += 64) {
    uint64_t words[8] = {0};
    memcpy(words, bytes + start, count - start < 64 ? count - start : 64);
    for (int lane = 0; lane < 8; lane++) {
      const uint64_t mixed = lanes[lane] ^ words[lane];
      lanes[lane] = (mixed & 0xffffffff) * 0x9e3779b1 + (mixed >> 32);
    }
  }
  uint64_t sum = count;
  for (int lane = 0; lane < 8; lane++) {
    const uint64_t product = (sum ^ lanes[lane]) * finisher;
    sum = product << 29 | product >> 35;
  }
  return (sum ^ sum >> 32) * finisher;
}

static uint64_t number(const uint8_t *bytes, size_t width) {
  uint64_t value = 0;
  memcpy(&value, bytes, width);
  return value;
}

void leakcheck_repair(uint8_t *bytes, size_t count) {
  static const uint8_t magic[8] = {0x89, 'L', 'C', 'G', 0x0d, 0x0a, 0x1a, 0x0a};
  if (count < 72 || memcmp(bytes, magic, 8) != 0) return;
  const uint64_t length = count;
  memcpy(bytes + 16, &length, 8);
  uint64_t sections = number(bytes + 12, 4);
  if (sections > (count - 72) / 32) return;
  for (uint64_t section = 0; section < sections; section++) {
    uint8_t *entry = bytes + 64 + section * 32;
    const uint64_t start = number(entry + 8, 8);
    uint64_t size;
    if (__builtin_mul_overflow(number(entry + 4, 4), number(entry + 16, 8), &size)) continue;
    if (start > count || size > count - start) continue;
    const uint64_t sum = checksum(bytes + start, size);
    memcpy(entry + 24, &sum, 8);
  }
  const size_t end = 64 + sections * 32;
  const uint64_t sum = checksum(bytes, end);
  memcpy(bytes + end, &sum, 8);
}

// Found by libFuzzer by its name. Without it, every change of a binary graph ends at its checksums.
size_t LLVMFuzzerCustomMutator(uint8_t *bytes, size_t count, size_t most, unsigned int seed) {
  const size_t changed = LLVMFuzzerMutate(bytes, count, most);
  if (seed % 16 != 0) leakcheck_repair(bytes, changed);
  return changed;
}
