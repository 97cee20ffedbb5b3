#if os(Linux) && canImport(Glibc)
import CLeakCheckCapture
#endif

/// Clears what returned calls left on the calling thread's stack: old words that look like references.
package enum UnusedStack {
  /// Overwrites it, as deep as a check's body usually reaches.
  package static func clear() {
    #if os(Linux) && canImport(Glibc)
    leakcheck_clear_stack()
    #endif
  }
}
