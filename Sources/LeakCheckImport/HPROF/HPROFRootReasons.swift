import LeakCheckText

/// The reasons of roots: `thread "main"`, `Java frame in Foo.bar (Foo.java:12)`.
struct HPROFRootReasons {
  private var threads: [UInt32: String] = [:]

  init() {}

  /// The first root of each object that is there, by row, and how many roots name no object.
  static func chosen(
    in heap: borrowing HPROFHeap
  ) -> (roots: [(row: Int, root: HPROFRoot)], dangling: Int) {
    var best: [Int: HPROFRoot] = [:]
    var dangling = 0
    for root in heap.index.roots {
      guard let row = heap.row(of: root.object) else {
        dangling += 1
        continue
      }
      if let other = best[row], !root.precedes(other) { continue }
      best[row] = root
    }
    return (best.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }, dangling)
  }

  /// The reason of a root.
  mutating func text(of root: HPROFRoot, in heap: borrowing HPROFHeap) -> String {
    switch root.kind {
    case .javaFrame, .jniLocal:
      if let frame = frame(of: root, in: heap) { return "\(root.kind.words) in \(frame)" }
      return root.kind.words + suffix(" of ", root.thread, in: heap)
    case .thread:
      let name = name(of: root.thread, in: heap)
      return name.isEmpty ? root.kind.words : "\(root.kind.words) \(Quotation.quoted(name))"
    case .nativeStack, .threadBlock, .jniMonitor:
      return root.kind.words + suffix(" of ", root.thread, in: heap)
    default: return root.kind.words
    }
  }

  private mutating func suffix(
    _ word: String, _ thread: UInt32, in heap: borrowing HPROFHeap
  ) -> String {
    let name = name(of: thread, in: heap)
    return name.isEmpty ? "" : "\(word)thread \(Quotation.quoted(name))"
  }

  /// The name of a thread: what its object says, or else the record of its start.
  private mutating func name(of thread: UInt32, in heap: borrowing HPROFHeap) -> String {
    if let name = threads[thread] { return name }
    var name: String?
    if let row = heap.index.threadObjects[thread].flatMap({ heap.row(of: $0) }) {
      name = Self.name(ofThreadAt: row, in: heap)
    }
    if name == nil, let text = heap.index.threadNames[thread] { name = heap.text(text) }
    threads[thread] = name ?? ""
    return name ?? ""
  }

  private static func name(ofThreadAt row: Int, in heap: borrowing HPROFHeap) -> String? {
    guard let text = heap.object(of: row, "java.lang.Thread", "name") else { return nil }
    return heap.string(at: text)
  }

  /// The frame of a root as `Foo.bar (Foo.java:12)`, or `nil` where the records of the stack do not have it.
  private func frame(of root: HPROFRoot, in heap: borrowing HPROFHeap) -> String? {
    let (bytes, idSize) = (heap.index.bytes, heap.index.header.idSize)
    guard root.frame >= 0, let serial = heap.index.threadTraces[root.thread],
      let trace = heap.index.traces[serial]
    else { return nil }
    let count = bytes.load(UInt32.self, at: trace + 8)
    guard root.frame < count else { return nil }
    let id = bytes.id(at: trace + 12 + Int(root.frame) * idSize)
    guard let frame = heap.index.frames[id], frame + 4 * idSize + 8 <= bytes.count else {
      return nil
    }
    guard let method = heap.text(bytes.id(at: frame + idSize)) else { return nil }
    let type = heap.index.classNamesBySerial[bytes.load(UInt32.self, at: frame + 4 * idSize)]
    let name = type.flatMap { heap.text($0) }.map { HPROFTypeName.java($0) + "." } ?? ""
    let file = heap.text(bytes.id(at: frame + 3 * idSize))
    let line = bytes.load(Int32.self, at: frame + 4 * idSize + 4)
    return name + method + Self.place(file, line)
  }

  /// The place of a frame; lines up to 0 mean that it is not known, that the code is compiled or native.
  private static func place(_ file: String?, _ line: Int32) -> String {
    guard let file, !file.isEmpty else { return line == -3 ? " (native)" : "" }
    return line > 0 ? " (\(file):\(line))" : " (\(file))"
  }
}
