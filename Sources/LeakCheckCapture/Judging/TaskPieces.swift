/// The memory of tasks, read task by task.
struct TaskPieces {
  private let image: MemoryImage
  private let pieces: PageArray<TaskTable.Piece>
  private var byTask: [Int32: [Int]] = [:]

  init(of tasks: TaskTable, image: MemoryImage) {
    self.image = image
    pieces = tasks.pieces
    for index in 0..<pieces.count { byTask[pieces[index].task, default: []].append(index) }
  }

  /// Calls `body` with the words, the bytes and the address of each piece of a task's memory, and whether it is the
  /// task itself.
  func forEach(
    of task: Int32, _ body: (UnsafeMutablePointer<UInt>, Int, UInt, Bool) -> Void
  ) {
    for index in byTask[task] ?? [] {
      let piece = pieces[index]
      guard let bytes = unsafe image.copied(piece.start, count: Int(piece.byteCount)) else {
        continue
      }
      unsafe body(
        bytes.assumingMemoryBound(to: UInt.self), Int(piece.byteCount), piece.start, piece.isTask)
    }
  }
}
