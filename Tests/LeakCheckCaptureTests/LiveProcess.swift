import Testing

/// The tests that judge this very process: one after the other, since each looks at the whole heap.
@Suite(.serialized) struct LiveProcess {}
