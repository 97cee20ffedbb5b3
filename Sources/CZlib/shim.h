#ifndef LEAKCHECK_CZLIB_SHIM_H
#define LEAKCHECK_CZLIB_SHIM_H

#include <zlib.h>

/// Begins inflating a gzip stream; `inflateInit2` is a macro, which Swift does not see.
static inline int leakcheck_inflateInit(z_stream *stream) {
  // 15 is the largest window, 16 asks for a gzip header.
  return inflateInit2(stream, 15 + 16);
}

#endif
