#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// Runs a body so that what it autoreleases is gone at its end; there is nothing to do without Objective-C.
enum AutoreleasePool {
  static func run<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    #if canImport(ObjectiveC)
    let result: Result<Value, Failure> = autoreleasepool {
      do throws(Failure) { return .success(try body()) } catch { return .failure(error) }
    }
    return try result.get()
    #else
    return try body()
    #endif
  }
}
