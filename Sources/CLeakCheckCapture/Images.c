#define _GNU_SOURCE
#include "CLeakCheckCapture.h"

#include <string.h>

const void *leakcheck_find_bytes(
    const void *bytes, size_t count, const void *other, size_t other_count) {
  return memmem(bytes, count, other, other_count);
}

#if defined(__linux__)

#include <link.h>
#include <sys/auxv.h>

struct walk {
  void (*body)(const leakcheck_image *, void *);
  void *context;
};

static int visit(struct dl_phdr_info *info, size_t size, void *data) {
  (void)size;
  struct walk *walk = data;
  leakcheck_image image = {
      info->dlpi_name, info->dlpi_addr, (const uint64_t *)(const void *)info->dlpi_phdr,
      info->dlpi_phnum * (sizeof(ElfW(Phdr)) / sizeof(uint64_t)), 0};
  unsigned long kernel = getauxval(AT_SYSINFO_EHDR);
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_LOAD || kernel == 0) continue;
    if (kernel - (info->dlpi_addr + header->p_vaddr) < header->p_memsz) image.is_kernels = 1;
  }
  walk->body(&image, walk->context);
  return 0;
}

void leakcheck_each_image(
    void (*body)(const leakcheck_image *image, void *context), void *context) {
  struct walk walk = {body, context};
  dl_iterate_phdr(visit, &walk);
}

#endif
