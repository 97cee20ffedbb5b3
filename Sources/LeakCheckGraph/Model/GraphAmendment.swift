/// A graph with assumptions that its dump does not state: who should be gone, who is held, what is weak.
///
/// Objects, ids and targets stay as they are. Both graphs share what does not change, so that an amendment of a
/// huge graph takes one byte per object, and one per reference if any is weakened.
package struct GraphAmendment {
  private let graph: ObjectGraph
  private var contents: ObjectGraph.Contents

  /// Creates an amendment of `graph` without changes.
  package init(of graph: ObjectGraph) {
    self.graph = graph
    contents = graph.storage.contents
  }

  /// Returns the graph with all assumptions.
  package func amended() -> ObjectGraph { graph.amended(by: contents) }

  /// Sets the expectation of objects, in ascending order; `nil` removes that of the dump.
  ///
  /// - Complexity: O(objects of the graph + texts).
  package mutating func expect(
    _ fate: LifetimeExpectation.Fate?, of objects: [Int32], because reason: String = ""
  ) {
    changeMarks(of: objects) { marks in
      marks.subtract([.expectedGone, .expectedAlive])
      if let fate { marks.insert(fate == .gone ? .expectedGone : .expectedAlive) }
    }
    let text = text(reason)
    contents.objects.expectationReasons.set(objects.map { ($0, text) })
  }

  /// Marks objects, in ascending order, as held from outside.
  ///
  /// - Complexity: O(objects of the graph + texts).
  package mutating func hold(_ objects: [Int32], because reason: String) {
    changeMarks(of: objects) { $0.insert(.root) }
    let text = text(reason)
    contents.objects.rootReasons.set(objects.map { ($0, text) })
  }

  /// Attributes the types of objects, in ascending order, to a framework or the app.
  ///
  /// - Complexity: O(objects of the graph).
  package mutating func attribute(_ objects: [Int32], toFramework isFramework: Bool) {
    changeMarks(of: objects) { marks in
      marks.subtract([.framework, .test])
      if isFramework { marks.insert(.framework) }
    }
  }

  /// Subtracts retains, at least one per object, from the stated retain counts; none goes below 0.
  ///
  /// - Complexity: O(objects of the graph).
  package mutating func release(_ retains: [Int32: Int32]) {
    let counted = retains.filter { contents.objects.marks[Int($0.key)].contains(.hasRetainCount) }
    guard !counted.isEmpty else { return }
    var counts = contents.objects.retainCounts.array
    for (object, retains) in counted {
      counts[Int(object)] = max(0, counts[Int(object)] - retains)
    }
    contents.objects.retainCounts = IntegerColumn(counts)
  }

  /// Makes references, in ascending order, weak: nothing ends them.
  ///
  /// - Complexity: O(references of the graph + texts), and a sort of those that differ only in strength.
  package mutating func weaken(_ references: [Int32]) {
    var marks = contents.references.marks.array
    for reference in references {
      marks[Int(reference)] = ReferenceMarks(
        strength: .weak, kind: marks[Int(reference)].kind, end: .unknown)
    }
    contents.references.ends.set(references.map { ($0, nil) })
    dropExtensionsOfEnds(of: references)
    sortParallels(of: references, &marks)
    contents.references.marks = Column(marks)
  }

  private mutating func changeMarks(
    of objects: [Int32], _ change: (inout ObjectMarks) -> Void
  ) {
    var marks = contents.objects.marks.array
    for object in objects { change(&marks[Int(object)]) }
    contents.objects.marks = Column(marks)
  }

  /// The index of a text; `nil` for the empty text, which is not stored.
  private mutating func text(_ text: String) -> Int32? {
    text.isEmpty ? nil : contents.strings.index(adding: text)
  }
}

extension GraphAmendment {
  private mutating func dropExtensionsOfEnds(of references: [Int32]) {
    var changes: [(row: Int32, value: Int32?)] = []
    // To find the index of a text takes a look at all texts.
    var keptOf: [Int32: Int32?] = [:]
    for reference in references {
      guard let index = contents.references.extensions[reference] else { continue }
      if keptOf[index] == nil {
        let all = ReferenceExtensions(contents.strings[index])
        keptOf[index] = .some(all.ofEnd.isEmpty ? index : text(all.ofReference))
      }
      changes.append((reference, keptOf[index] ?? nil))
    }
    contents.references.extensions.set(changes)
  }

  /// Sorts references with the same source, name and target into the graph's order, by marks and ends.
  private mutating func sortParallels(of references: [Int32], _ marks: inout [ReferenceMarks]) {
    var ends: [(row: Int32, value: ReferenceEnd?)] = []
    var extensions: [(row: Int32, value: Int32?)] = []
    var sorted: Int32 = 0
    for reference in references where reference >= sorted {
      let run = parallels(of: reference)
      sorted = run.upperBound
      guard run.count > 1 else { continue }
      let order = run.sorted { precedes($0, $1, marks) }
      let moved = order.map { marks[Int($0)] }
      for (row, old) in zip(run, order) {
        marks[Int(row)] = moved[Int(row - run.lowerBound)]
        ends.append((row, contents.references.ends[old]))
        extensions.append((row, contents.references.extensions[old]))
      }
    }
    contents.references.ends.set(ends)
    contents.references.extensions.set(extensions)
  }

  /// The contiguous references with the source, name and target of `reference`.
  private func parallels(of reference: Int32) -> Range<Int32> {
    let (first, names, targets) = (
      Int(reference), contents.references.names, contents.references.targets
    )
    let source = Int(graph.storage.sources[first])
    func isParallel(_ other: Int) -> Bool {
      names[other] == names[first] && targets[other] == targets[first]
    }
    let bounds = contents.outgoingStarts[source]..<contents.outgoingStarts[source + 1]
    var (lower, upper) = (first, first + 1)
    while lower > Int(bounds.lowerBound), isParallel(lower - 1) { lower -= 1 }
    while upper < Int(bounds.upperBound), isParallel(upper) { upper += 1 }
    return Int32(lower)..<Int32(upper)
  }

  /// The order of two parallel references: by marks, event, ending object and extensions.
  private func precedes(_ left: Int32, _ right: Int32, _ marks: [ReferenceMarks]) -> Bool {
    let raw = (marks[Int(left)].rawValue, marks[Int(right)].rawValue)
    if raw.0 != raw.1 { return raw.0 < raw.1 }
    let ends = (contents.references.ends[left], contents.references.ends[right])
    if ends.0?.event != ends.1?.event { return precedes(ends.0?.event, ends.1?.event) }
    let owners = (ends.0?.owner ?? -1, ends.1?.owner ?? -1)
    if owners.0 != owners.1 { return owners.0 < owners.1 }
    return precedes(contents.references.extensions[left], contents.references.extensions[right])
  }

  /// The order of two texts: none comes first.
  private func precedes(_ left: Int32?, _ right: Int32?) -> Bool {
    guard let left, let right else { return left == nil && right != nil }
    return contents.strings.precedes(left, right)
  }
}
