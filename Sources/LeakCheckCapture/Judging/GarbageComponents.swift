/// The cycles among unreachable nodes.
///
/// Tarjan, "Depth-First Search and Linear Graph Algorithms", 1972, without recursion.
struct GarbageComponents {
  /// The component of each node; 0 if the node is reachable.
  private let component: PageArray<Int32>
  private let pages: Pages

  /// The components of the nodes that `judgement` has not reached.
  ///
  /// - Complexity: O(nodes + references).
  init(
    of judgement: HeapJudgement, _ objects: HeapObjects, _ references: ReferenceTable,
    _ tasks: TaskTable, pages: Pages
  ) {
    self.pages = pages
    let count = judgement.isReached.count
    component = PageArray(in: pages, count: count)
    var walk = Walk(component, count: count, pages: pages)
    for node in 0..<count where !judgement.isReached[node] && !walk.isSeen(node) {
      walk.run(from: Int32(node), references) { target, source in
        let vertex = Int(target & ~ReferenceTable.guess)
        guard !judgement.isReached[vertex] else { return false }
        return target & ReferenceTable.guess == 0
          || judgement.accepts(vertex, from: source, objects, references, tasks)
      }
    }
  }

  /// For each node, whether memory that may have outdated words names it from within its own component.
  func namedFromTheirCycles(_ references: ReferenceTable) -> PageArray<Bool> {
    let isNamed = PageArray<Bool>(in: pages, count: component.count)
    for node in 0..<component.count where component[node] > 0 && !references.isInitialised[node] {
      for index in Int(references.starts[node])..<Int(references.starts[node + 1]) {
        let target = references.targets[index]
        let vertex = Int(target & ~ReferenceTable.guess)
        if target & ReferenceTable.guess != 0, component[vertex] == component[node] {
          isNamed[vertex] = true
        }
      }
    }
    return isNamed
  }

  /// For each node, whether its component has an object and no task.
  ///
  /// A waiting task may be resumed from memory that the capture does not see.
  func nodesWithObjects(_ objects: HeapObjects, _ tasks: TaskTable) -> PageArray<Bool> {
    let hasObject = PageArray<Bool>(in: pages, count: component.count + 1)
    let hasTask = PageArray<Bool>(in: pages, count: component.count + 1)
    for node in 0..<component.count where component[node] > 0 && objects.layouts[node] >= 0 {
      if tasks.isTask(objects.layouts[node]) {
        hasTask[Int(component[node])] = true
      } else {
        hasObject[Int(component[node])] = true
      }
    }
    let nodes = PageArray<Bool>(in: pages, count: component.count)
    for node in 0..<component.count {
      nodes[node] = hasObject[Int(component[node])] && !hasTask[Int(component[node])]
    }
    return nodes
  }

  private struct Walk {
    private let component: PageArray<Int32>
    private let number: PageArray<Int32>
    private let low: PageArray<Int32>
    private var stack: PageArray<Int32>
    private var path: PageArray<Frame>
    private var numbers: Int32 = 0
    private var components: Int32 = 0

    private struct Frame: BitwiseCopyable {
      var node: Int32
      var next: Int32
    }

    init(_ component: PageArray<Int32>, count: Int, pages: Pages) {
      self.component = component
      number = PageArray(in: pages, count: count)
      low = PageArray(in: pages, count: count)
      stack = PageArray(in: pages)
      path = PageArray(in: pages)
    }

    func isSeen(_ node: Int) -> Bool { number[node] > 0 }

    mutating func run(
      from start: Int32, _ references: ReferenceTable,
      isEdge: (_ target: UInt32, _ source: Int) -> Bool
    ) {
      enter(start, references)
      while path.count > 0 {
        let frame = path[path.count - 1]
        let node = Int(frame.node)
        guard frame.next < references.starts[node + 1] else {
          leave(frame.node)
          continue
        }
        path[path.count - 1] = Frame(node: frame.node, next: frame.next + 1)
        let target = references.targets[Int(frame.next)]
        guard isEdge(target, node) else { continue }
        let vertex = Int(target & ~ReferenceTable.guess)
        if number[vertex] == 0 {
          enter(Int32(vertex), references)
        } else if component[vertex] == 0 {
          low[node] = min(low[node], number[vertex])
        }
      }
    }

    private mutating func enter(_ node: Int32, _ references: ReferenceTable) {
      numbers += 1
      number[Int(node)] = numbers
      low[Int(node)] = numbers
      stack.append(node)
      path.append(Frame(node: node, next: references.starts[Int(node)]))
    }

    private mutating func leave(_ node: Int32) {
      path = path.prefix(path.count - 1)
      if path.count > 0 {
        let parent = Int(path[path.count - 1].node)
        low[parent] = min(low[parent], low[Int(node)])
      }
      guard low[Int(node)] == number[Int(node)] else { return }
      components += 1
      while stack.count > 0 {
        let member = stack[stack.count - 1]
        stack = stack.prefix(stack.count - 1)
        component[Int(member)] = components
        if member == node { break }
      }
    }
  }
}
