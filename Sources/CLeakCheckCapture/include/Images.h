// What no Swift module of the C library has: the dynamic linker's list of images, and memmem.
#ifndef LEAKCHECK_IMAGES_H
#define LEAKCHECK_IMAGES_H

#include <stddef.h>
#include <stdint.h>

/// The first place in `bytes` where `other` stands, or null.
const void *leakcheck_find_bytes(
    const void *bytes, size_t count, const void *other, size_t other_count);

#if defined(__linux__)

/// An image as the linker describes it; everything belongs to the linker and is valid during the call.
typedef struct {
  const char *name;
  uint64_t bias;
  /// The program header table, `header_words` words of 64 bits, 7 for each header.
  const uint64_t *headers;
  size_t header_words;
  /// Whether the kernel provides the image, and no file.
  int32_t is_kernels;
} leakcheck_image;

/// Calls `body` with each image, the program first.
void leakcheck_each_image(
    void (*body)(const leakcheck_image *image, void *context), void *context);

#endif

#endif
