import LeakCheckTestSupport
import Testing

struct DotGuardTests {
  @Test(arguments: [
    "", " \n", "digraph g { a\u{0} }", "\u{FEFF}digraph g { a }",
    "digraph g { a [label=\"\u{1}\"] }",
    "digraph g { a } }", "digraph g { a } digraph h { b }", "digraph g { a } // more",
    "digraph g { splines=ortho; a -> b }", "digraph g { \"splines\" = \"Ortho\"; a -> b }",
    "digraph g { graph [splines=\"or\\\ntho\"]; a -> b }",
    "digraph g { a [shape=record, label=\"{{\"] }", "digraph g { node [shape=Mrecord] a }",
    "digraph g { a [image=\"/etc/passwd\"] }", "digraph g { a [shapefile=x] }",
    "digraph g { a [\"ima\" + \"ge\"=x] }", "digraph g { a [label=<<IMG SRC=\"x\"/>>] }",
    "digraph g { a [URL=\"x\"] }", "digraph g { a -> b [edgehref=x] }",
    "digraph g { a [label=<<TABLE\nHREF=\"x\"><TR><TD>a</TD></TR></TABLE>>] }",
    "digraph g { a [label=<x<!-- > -->>] }", "digraph g { a -> b [minlen=100000] }",
    "digraph g { a [style=\"\(String(repeating: "filled,", count: 100))\"] }",
    "digraph g { a [label=\"\(String(repeating: "\\n", count: 20_000))\"] }",
    "digraph g { subgraph cluster_0 { a } a -> b [label=x] }",
    "digraph g { newrank=false; Subgraph \"cluster_0\" { a } }",
  ])
  func `text that harms Graphviz is invalid`(dot: String) {
    let refusal = #expect(throws: DotGuard.Refusal.self) { try DotGuard.check(dot) }
    guard case .unsafe? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test(arguments: [
    "digraph g {", "digraph g { a [label=\"x] }", "digraph g { a [label=<x] }", "digraph g { /* }",
    "no braces",
  ])
  func `a text that does not end is a syntax error`(dot: String) {
    let refusal = #expect(throws: DotGuard.Refusal.self) { try DotGuard.check(dot) }
    guard case .syntax? = refusal else {
      Issue.record("\(String(describing: refusal))")
      return
    }
  }

  @Test func `a text that no drawing can hold is too large`() {
    let dot = "digraph g { " + String(repeating: "a -> b; ", count: 3 << 20) + "}"
    #expect(throws: DotGuard.Refusal.tooLarge) { try DotGuard.check(dot) }
  }

  @Test(arguments: [
    "digraph g { a -> b }\n\t ", "strict graph { a -- b }", "# one\ndigraph g { /* } */ a // }\n}",
    "digraph g { a [label=\"} \\\" splines=ortho\" tooltip=\"shape=record\"] }",
    "digraph g { a [label=<<B TITLE=\"HREF=1\">HREF img shape=record</B>>] }",
    "digraph g { newrank=true subgraph cluster_0 { a } }", "digraph g { cluster_a -> subgraph_b }",
    "digraph g { a [minlen=2, style=\"rounded,filled\", shape=box] }", "digraph { \"é\" -> 日本 }",
  ])
  func `harmless text passes`(dot: String) throws {
    try DotGuard.check(dot)
  }

  @Test func `a refusal names the line`() {
    #expect(throws: DotGuard.Refusal.unsafe("line 3: shape=record is not safe with every label")) {
      try DotGuard.check("digraph g {\n  a\n  b [shape=record]\n}")
    }
  }
}
