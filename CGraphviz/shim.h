#ifndef LEAKCHECK_CGRAPHVIZ_SHIM_H
#define LEAKCHECK_CGRAPHVIZ_SHIM_H

// The first form needs no pkg-config: Debian and Homebrew both have a graphviz/ folder on the usual
// header path. The second is what the -I flag of libgvc.pc makes possible.
#if __has_include(<graphviz/gvc.h>)
#include <graphviz/gvc.h>
#if __has_include(<graphviz/graphviz_version.h>)
#include <graphviz/graphviz_version.h>
#endif
#elif __has_include(<gvc.h>)
#include <gvc.h>
#if __has_include(<graphviz_version.h>)
#include <graphviz_version.h>
#endif
#else
#error "gvc.h not found: install Graphviz (Debian: apt-get install libgraphviz-dev, macOS: brew install graphviz pkg-config), or build without drawing: swift build --disable-default-traits"
#endif

#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
// _GNU_SOURCE cannot be asked for in a module header, so unshare(2) is declared under a name of its own.
extern int leakcheck_unshare(int flags) __asm__("unshare");
enum { leakcheck_clone_files = 0x400 };
#endif

// Gives the calling thread a stderr that leads nowhere and leaves the other threads theirs.
//
// A few texts of Graphviz and Fontconfig go to stderr whatever callback is set. Linux can give one thread
// its own table of open files; where that is forbidden (some containers) or unknown (macOS), those texts
// still appear. Call it on a thread that ends soon: the table goes with the thread.
static inline void leakcheck_mute_thread(void) {
#if defined(__linux__)
  if (leakcheck_unshare(leakcheck_clone_files) != 0) return;
  int nowhere = open("/dev/null", O_WRONLY);
  if (nowhere < 0) return;
  dup2(nowhere, STDERR_FILENO);
  close(nowhere);
#endif
}

// Runs `body(context)` on a thread of its own with `stack_size` bytes of stack, and waits for its end.
// Returns 0, or the error number of the call that failed; `body` has not run then.
static inline int leakcheck_run(size_t stack_size, void *(*body)(void *), void *context) {
  pthread_attr_t attributes;
  int status = pthread_attr_init(&attributes);
  if (status != 0) return status;
  status = pthread_attr_setstacksize(&attributes, stack_size);
  pthread_t thread;
  if (status == 0) status = pthread_create(&thread, &attributes, body, context);
  pthread_attr_destroy(&attributes);
  return status != 0 ? status : pthread_join(thread, NULL);
}

// The disciplines that libcgraph uses by itself, to be changed in part.
static inline Agiddisc_t leakcheck_id_discipline(void) { return AgIdDisc; }
static inline Agiodisc_t leakcheck_io_discipline(void) { return AgIoDisc; }

// Graphviz says `char *` where it only reads, and some of those became `const char *` over the years.
static inline int leakcheck_layout(GVC_t *context, Agraph_t *graph, const char *engine) {
  return gvLayout(context, graph, (char *)engine);
}

// The length is an unsigned int until Graphviz 12 and a size_t since 13, the first version whose headers
// tell their number this way.
static inline int leakcheck_draw(
    GVC_t *context, Agraph_t *graph, const char *format, char **data, size_t *length) {
#if defined(GRAPHVIZ_VERSION_MAJOR) && GRAPHVIZ_VERSION_MAJOR >= 13
  return gvRenderData(context, graph, (char *)format, data, length);
#else
  unsigned int count = 0;
  int status = gvRenderData(context, graph, (char *)format, data, &count);
  *length = count;
  return status;
#endif
}

#endif
