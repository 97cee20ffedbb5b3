extension ValueSemanticsTests {
  static let more = [
    Program(
      what: "for … in names the elements, also behind keys and numbers",
      text: """
        let b = B()
        b.list = [A("1"), A("2")]
        for a in b.list { a.other = A("x") }
        mark("")
        for (i, a) in b.list.enumerated() { _ = i; a.other = nil }
        mark("")
        b.named = ["k": A("n")]
        for (_, v) in b.named { v.other = A("y") }
        b.named = [:]
        mark("")
        b.list.forEach { $0.other = A("z") }
        b.list.first?.other = nil
        mark("")
        b.list.last?.other = nil
        mark("")
        """, expected: "M A A M A A M A M A M"),
    Program(
      what: "if let asks whether there is an element",
      text: """
        let b = B()
        if let x = b.list.first { x.other = A("1") } else { b.a = A("2") }
        mark("")
        b.list.append(A("3"))
        if let x = b.list.first { x.other = A("1") } else { b.a = nil }
        mark("")
        if let x = b.named["k"] { x.other = A("1") } else { b.a = nil }
        mark("")
        b.list = []
        mark("")
        """, expected: "M M A M A A M"),
    Program(
      what: "switch runs the case that is there",
      text: """
        let b = B()
        b.slot = .one(A("1"))
        mark("")
        switch b.slot {
        case .empty: b.a = A("2")
        case .one(let a): a.other = A("3"); b.list.append(a)
        case .two(let x, _): x.a = A("4")
        }
        mark("")
        b.slot = .two(B(), C())
        mark("")
        switch b.slot {
        case .empty: b.a = A("2")
        case .one(let a): a.other = A("3")
        case .two(let x, _): x.a = A("4")
        }
        mark("")
        b.slot = .empty
        mark("")
        switch b.slot {
        case .empty: b.a = A("2")
        default: b.list = []
        }
        mark("")
        b.list = []
        """, expected: "M M M M B A C M M"),
    Program(
      what: "a case is copied with what it has",
      text: """
        var s = Slot.empty
        s = .one(A("1"))
        let t = s
        s = .empty
        mark("")
        if case .one(let a) = t { a.other = A("2") }
        mark("")
        """, expected: "M M"),
    Program(
      what: "a list of structs is copied with them",
      text: """
        var list: [Pair] = [Pair(first: A("1"), second: nil), Pair(first: A("2"), second: nil)]
        list[0].first = nil
        mark("")
        let saved = list
        list.removeAll()
        mark("")
        _ = saved
        """, expected: "A M M"),
    Program(
      what: "lists are given and given back whole",
      text: """
        func make() -> [A] { return [A("1"), A("2")] }
        func both(_ l: [A]) -> B { let b = B(); b.list = l; return b }
        var b: B? = both(make())
        mark("")
        b?.list.removeFirst()
        mark("")
        b = nil
        mark("")
        """, expected: "M A M B A M"),
    Program(
      what: "a closure within a closure appends each time",
      text: """
        let b = B()
        let a = A("1")
        a.f = { [weak b] in let g = { b?.list.append(A("n")) }; g(); g() }
        a.f?()
        mark("")
        b.list.removeLast()
        mark("")
        a.f = nil
        """, expected: "M A M"),
    Program(
      what: "each name of a tuple holds its own",
      text: """
        let (x, y) = (A("1"), C())
        let b = B()
        b.a = x
        mark("")
        _ = y
        """, expected: "M"),
    Program(
      what: "an array that is assigned is a copy",
      text: """
        let b = B(), c = B()
        b.list = [A("1"), A("2")]
        c.list = b.list
        b.list.removeFirst()
        mark("")
        c.list.removeAll()
        mark("")
        b.list.removeAll()
        mark("")
        """, expected: "M A M A M"),
    Program(
      what: "mutating methods change the copy that they are called on",
      text: """
        struct Stack { var items: [A] = []
          mutating func push(_ a: A) { items.append(a) }
          mutating func pop() -> A? { return items.popLast() } }
        var s = Stack()
        s.push(A("1")); s.push(A("2"))
        var t = s
        _ = s.pop()
        mark("")
        _ = t.pop()
        mark("")
        t = Stack()
        mark("")
        s.items = []
        mark("")
        """, expected: "M A M M A M"),
    Program(
      what: "closures in a list are called by position and let go",
      text: """
        final class Hub { var handlers: [() -> Void] = []; deinit { print("deinit Hub") } }
        let h = Hub()
        do { let a = A("1"); h.handlers.append { a.other = A("x") }; h.handlers.append { [weak a] in a?.other = nil } }
        mark("")
        h.handlers[0]()
        mark("")
        h.handlers.forEach { $0() }
        mark("")
        h.handlers.removeFirst()
        mark("")
        """, expected: "M M A A M A M"),
    Program(
      what: "remove(at:) of a found position lets that one go",
      text: """
        let b = B()
        let k = A("k")
        b.list = [A("1"), k, A("2")]
        if let i = b.list.firstIndex(where: { $0 === k }) { b.list.remove(at: i) }
        mark("")
        b.list = []
        mark("")
        """, expected: "M A A M"),
    Program(
      what:
        "what is assigned behind a link further up is made only where there is something before it",
      text: """
        var v: B? = B()
        v?.pair.first = A("1")
        mark("")
        v?.pair.first = A("2")
        mark("")
        v = nil
        mark("")
        v?.pair.first = A("3")
        mark("")
        """, expected: "M A M B A M M"),
    Program(
      what: "a dictionary literal replaces all",
      text: """
        let b = B()
        b.named = ["k": A("1")]
        b.named = ["k": A("2")]
        mark("")
        b.named["k"]?.other = A("3")
        b.named["z"]?.other = A("4")
        mark("")
        """, expected: "A M M"),
  ]
}
