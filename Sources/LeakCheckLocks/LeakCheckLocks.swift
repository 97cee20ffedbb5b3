// Locks and atomic values: the standard library's where every system that runs this has them. macOS and iOS have them
// since 15 and 18; for those before, this module has the few that are used.
#if os(Linux)
@_exported public import Synchronization
#endif
