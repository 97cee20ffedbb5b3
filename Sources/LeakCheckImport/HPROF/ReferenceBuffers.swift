internal import LeakCheckGraph

/// Buffers for the references of a graph, filled in order.
@unsafe struct ReferenceBuffers {
  let sources: UnsafeMutablePointer<Int32>
  let targets: UnsafeMutablePointer<Int32>
  let names: UnsafeMutablePointer<Int32>
  let marks: UnsafeMutablePointer<ReferenceMarks>
  let capacity: Int
}

/// The references of a graph as columns.
struct ReferenceArrays {
  var sources: [Int32] = []
  var targets: [Int32] = []
  var names: [Int32] = []
  var marks: [ReferenceMarks] = []

  /// Columns of at most `capacity` references; `body` fills them and tells how many there are.
  ///
  /// They are Swift's own arrays from the start, so that the graph takes them over without a copy.
  init<Failure>(
    capacity: Int, _ body: (ReferenceBuffers) throws(Failure) -> Int
  ) throws(Failure) {
    var count = 0
    var columns = ReferenceArrays()
    sources = try unsafe [Int32](atMost: capacity) { sources throws(Failure) in
      columns.targets = try unsafe [Int32](atMost: capacity) { targets throws(Failure) in
        columns.names = try unsafe [Int32](atMost: capacity) { names throws(Failure) in
          columns.marks = try unsafe [ReferenceMarks](atMost: capacity) { marks throws(Failure) in
            count = try unsafe body(
              ReferenceBuffers(
                sources: sources.baseAddress.unsafelyUnwrapped,
                targets: targets.baseAddress.unsafelyUnwrapped,
                names: names.baseAddress.unsafelyUnwrapped,
                marks: marks.baseAddress.unsafelyUnwrapped, capacity: capacity))
            return count
          }
          return count
        }
        return count
      }
      return count
    }
    (targets, names, marks) = (columns.targets, columns.names, columns.marks)
  }

  private init() {}
}
