import LeakCheckLifecycle
import LeakCheckSwift
import Testing

/// What collections, structs and cases of enums let go, and when: the lines are those of the programs themselves, as
/// the compiler of Swift 6.3 runs them.
@Suite struct ValueSemanticsTests {
  struct Program: Sendable, CustomTestStringConvertible {
    var what: String
    var text: String
    /// The types whose `deinit` runs, in order; M marks the places between.
    var expected: String
    var testDescription: String { what }
  }

  @Test(arguments: programs + more)
  func `values let go what they let go in a compiled program`(_ program: Program) throws {
    let run = try Run(Self.types + program.text)
    let lines = run.outcome.lines.filter { $0.hasPrefix("deinit ") }.map { $0.dropFirst(7) }
    // Behind the last mark go the variables, in an order of their own.
    let last = lines.lastIndex(of: "M") ?? -1
    #expect(lines[...last].joined(separator: " ") == program.expected)
  }

  private static let types = """
    final class A { var n: String; var other: A?; weak var w: A?; var f: (() -> Void)?
      init(_ n: String) { self.n = n }
      deinit { print("deinit A") } }
    final class B { var a: A?; var list: [A] = []; var named: [String: A] = [:]; var slot = Slot.empty; var pair = Pair()
      deinit { print("deinit B") } }
    final class C { deinit { print("deinit C") } }
    struct Pair { var first: A?; var second: C? }
    enum Slot { case empty; case one(A); case two(B, C) }
    func mark(_ s: String) { _ = M() }
    final class M { deinit { print("deinit M") } }

    """

  private static let programs = [
    Program(
      what: "an entry of a dictionary lets the one before it go",
      text: """
        var b: B? = B()
        b?.named["k"] = A("1")
        mark("x")
        b?.named["k"] = A("2")
        mark("x")
        b?.named["k"] = nil
        mark("x")
        b = nil
        """, expected: "M A M A M"),
    Program(
      what: "updateValue and removeValue change one entry",
      text: """
        let b = B()
        b.named.updateValue(A("1"), forKey: "k")
        mark("")
        b.named.updateValue(A("1"), forKey: "k")
        mark("")
        b.named.removeValue(forKey: "k")
        mark("")
        """, expected: "M A M A M"),
    Program(
      what: "removeFirst, removeLast and popLast let go of one",
      text: """
        let b = B()
        b.list = [A("1"), A("2"), A("3")]
        mark("")
        b.list.removeFirst()
        mark("")
        b.list.removeLast()
        mark("")
        _ = b.list.popLast()
        mark("")
        """, expected: "M A M A M A M"),
    Program(
      what: "what popLast gives lives on",
      text: """
        let b = B()
        b.list.append(A("1")); b.list.append(A("2"))
        let x = b.list.popLast()
        mark("")
        b.list.removeAll()
        mark("")
        _ = x
        """, expected: "M A M"),
    Program(
      what: "elements are taken out, put in and replaced by position",
      text: """
        let b = B()
        b.list = [A("1"), A("2"), A("3")]
        b.list.remove(at: 1)
        mark("")
        b.list.insert(A("0"), at: 0)
        mark("")
        b.list[0] = A("9")
        mark("")
        let last = b.list.last
        b.list = []
        mark("")
        _ = last
        """, expected: "A M M A M A A M"),
    Program(
      what: "a struct that is assigned is a copy",
      text: """
        var p: Pair? = Pair(first: A("1"), second: C())
        var q = p
        q?.first = nil
        mark("")
        p = nil
        mark("")
        q = nil
        mark("")
        """, expected: "M A M C M"),
    Program(
      what: "a property that is a struct and a copy of it go their own ways",
      text: """
        let b = B()
        b.pair = Pair(first: A("1"), second: nil)
        var copy = b.pair
        copy.first = A("2")
        mark("")
        b.pair.first = nil
        mark("")
        copy.first = nil
        mark("")
        """, expected: "M A M A M"),
    Program(
      what: "what is given with & is changed where it is",
      text: """
        func reset(_ x: inout A?) { x = nil; mark("") }
        var a: A? = A("1")
        reset(&a)
        mark("")
        func fill(_ l: inout [A]) { l.append(A("1")) }
        var l: [A] = []
        fill(&l); fill(&l)
        mark("")
        l.removeFirst()
        mark("")
        l = []
        mark("")
        """, expected: "A M M M A M A M"),
    Program(
      what: "swap exchanges what two hold",
      text: """
        var a: A? = A("1")
        var b: A? = nil
        swap(&a, &b)
        a = nil
        mark("")
        b = nil
        mark("")
        """, expected: "M A M"),
    Program(
      what: "append(contentsOf:), += and + take all of another in",
      text: """
        let b = B(); let c = B()
        c.list = [A("1"), A("2")]
        b.list.append(contentsOf: c.list)
        c.list = []
        mark("")
        b.list += [A("3")]
        b.list.removeFirst(2)
        mark("")
        b.list = b.list + [A("4")]
        mark("")
        b.list.removeAll()
        mark("")
        """, expected: "M A A M M A A M"),
    Program(
      what: "map makes a list of its own",
      text: """
        let b = B()
        b.list = [A("1"), A("2")]
        var others: [B] = b.list.map { a in let n = B(); n.a = a; return n }
        b.list = []
        mark("")
        others.removeFirst()
        mark("")
        others.removeAll()
        mark("")
        """, expected: "M B A M B A M"),
    Program(
      what: "filter and removeAll(where:) leave what they compare with",
      text: """
        let b = B()
        let keep = A("k")
        b.list = [A("1"), keep, A("2")]
        b.list = b.list.filter { $0 !== keep }
        mark("")
        let f = b.list[0]
        b.list.removeAll { $0 === f }
        b.list = []
        mark("")
        _ = keep
        """, expected: "M A M"),
    Program(
      what: "dropFirst and reversed give others",
      text: """
        let b = B()
        b.list = [A("1"), A("2")]
        b.list = Array(b.list.dropFirst())
        mark("")
        b.list = b.list.reversed()
        mark("")
        b.list = []
        mark("")
        """, expected: "A M M A M"),
  ]
}
