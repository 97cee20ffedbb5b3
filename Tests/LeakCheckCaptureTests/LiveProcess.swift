import Testing

#if os(Linux)
private let isReadable = true
#else
private let isReadable = false
#endif

/// The tests that judge this very process: one after the other, since each looks at the whole heap.
@Suite(.serialized, .enabled(if: isReadable, "live objects are read on Linux"))
struct LiveProcess {}
