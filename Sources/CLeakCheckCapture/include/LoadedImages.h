// The dynamic linker's list of images, whose header no Swift module has.
#ifndef LEAKCHECK_LOADED_IMAGES_H
#define LEAKCHECK_LOADED_IMAGES_H

#if defined(__linux__)

#include <stddef.h>
#include <stdint.h>

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
