#if canImport(ObjectiveC)
import ObjectiveC
#endif

/// A pool that releases what a body autoreleases at its end; without Objective-C it only runs the body.
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
