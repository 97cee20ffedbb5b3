/// Rows of scenarios: much that is held, that ends, or that is asked for.
extension GrowthRow {
  static let manyOfAKind: [GrowthRow] = [
    row("timers of one target", 500) { size in
      [made("a", "A")]
        + (0..<size).map { #"{"timer":{"every":1,"target":"a"},"in":"a.t\#($0)"}"# }
        + [#"{"drop":"a"}"#]
    },
    row("timers that fire", 2_000) { size in
      (0..<size).map { #"{"timer":{"every":1,"target":"a","selector":"m"},"in":"a.t\#($0)"}"# }
        .wrapped(in: [made("a", "A")], [#"{"advance":10}"#])
    },
    row("blocks for later", 2_000) { size in
      (0..<size).map { #"{"after":\#($0 + 1),"do":{"captures":{"a":"strong"},"do":[]}}"# }
        .wrapped(in: [made("a", "A")], [#"{"advance":\#(size + 2)}"#])
    },
    row("observers that are removed", 2_000) { size in
      (0..<size).flatMap { [made("a\($0)", "A"), #"{"observe":"n","selector":"a\#($0).m"}"#] }
        + (0..<size).map { #"{"unobserve":"a\#($0)"}"# }
    },
    row("tasks that wait for a signal each", 1_000) { size in
      (0..<size).flatMap {
        [
          made("a\($0)", "A"),
          #"{"task":{"captures":{"a\#($0)":"strong"},"do":[{"await":"s\#($0)"}]},"in":"a\#($0).t"}"#,
        ]
      } + (0..<size).map { #"{"signal":"s\#($0)"}"# }
    },
    row("views that are taken out", 2_000) { size in
      [made("p", "UIView")]
        + (0..<size).flatMap { [made("v\($0)", "UIView"), #"{"addSubview":"v\#($0)","to":"p"}"#] }
        + (0..<size).map { #"{"removeFromSuperview":"v\#($0)"}"# }
    },
    row("objects that are taken out of a list", 2_000) { size in
      [made("h", "A")]
        + (0..<size).flatMap { [made("a\($0)", "A"), #"{"append":"a\#($0)","to":"h.l"}"#] }
        + (0..<size).map { #"{"remove":"a\#($0)","from":"h.l"}"# }
    },
    row("captures of a closure", 2_000) { size in
      let captures = (0..<size).map { #""a\#($0)":"strong""# }.joined(separator: ",")
      return (0..<size).map { made("a\($0)", "A") }
        + [#"{"set":"a0.cb","to":{"closure":{"captures":{\#(captures)},"do":[]}}}"#]
    },
    row("closures that capture what keeps them, made by a run", 1_000) { size in
      [made("h", "A")]
        + (0..<size).map { _ in
          #"{"append":{"closure":{"captures":{"h":"strong"},"do":[]}},"to":"h.l"}"#
        }
    },
  ]

  static let questions: [GrowthRow] = [
    row("names that are expected gone", 2_000) { size in
      (0..<size).map { made("a\($0)", "A") } + (0..<size).map { #"{"expectGone":"a\#($0)"}"# }
    },
    row("a type that is expected gone again and again", 2_000) { size in
      (0..<size).map { made("a\($0)", "A") }
        + (0..<size).flatMap { _ in [#"{"expectAlive":"A"}"#, #"{"expectGone":"A"}"#] }
    },
    row("members of one list that are expected gone", 2_000) { size in
      [made("h", "A"), #"{"set":"global.G.h","to":"h"}"#, #"{"drop":"h"}"#]
        + (0..<size).flatMap {
          [
            made("a\($0)", "A"), #"{"append":"a\#($0)","to":"global.G.h.l"}"#,
            #"{"drop":"a\#($0)"}"#, #"{"expectGone":"a\#($0)"}"#,
          ]
        }
    },
    row("tabs that are selected", 2_000) { size in
      let names = (0..<size).map { "v\($0)" }
      return [made("tab", "UITabBarController")] + names.map { made($0, "UIViewController") }
        + [#"{"setViewControllers":["\#(names.joined(separator: #"",""#))"],"on":"tab"}"#]
        + (0..<size).map { #"{"select":\#($0),"on":"tab"}"# }
    },
    row("screens that are popped", 2_000) { size in
      [made("r", "UIViewController"), #"{"new":"UINavigationController","as":"nav","root":"r"}"#]
        + (0..<size).flatMap {
          [made("v\($0)", "UIViewController"), #"{"push":"v\#($0)","on":"nav"}"#]
        } + (0..<size).map { _ in #"{"pop":"nav"}"# }
    },
    GrowthRow(
      testDescription: "types that are each pushed and popped", size: 1_000,
      arguments: ["simulate"]
    ) { size in
      let types = (0..<size).map {
        #""V\#($0)":{"is":"UIViewController","callbacks":{"viewDidLoad":[]}}"#
      }
      let steps = (0..<size).map {
        #",{"new":"V\#($0)","as":"v\#($0)"},{"push":"v\#($0)","on":"nav"},{"pop":"nav"}"#
      }
      return #"{"leakcheck":1,"types":{\#(types.joined(separator: ","))},"#
        + #""steps":[\#(made("r", "UIViewController")),"#
        + #"{"new":"UINavigationController","as":"nav","root":"r"},"#
        + #"{"window":"w","root":"nav"},{"show":"w"}\#(steps.joined())]}"#
    },
    row("lists that are cleared", 4_000) { size in
      [made("h", "A")] + (0..<size).map { #"{"append":"h","to":"h.l\#($0)"}"# }
        + (0..<size).map { #"{"clear":"h.l\#($0)"}"# }
    },
    row("scenes that are disconnected", 2_000) { size in
      (0..<size).flatMap {
        [
          made("v\($0)", "UIViewController"), #"{"window":"w\#($0)","root":"v\#($0)"}"#,
          #"{"show":"w\#($0)"}"#,
        ]
      } + (0..<size).map { #"{"disconnectScene":"w\#($0)"}"# }
    },
  ]

  private static func row(
    _ name: String, _ size: Int, _ steps: @escaping @Sendable (Int) -> [String]
  ) -> GrowthRow {
    GrowthRow(testDescription: name, size: size, arguments: ["simulate"]) { size in
      #"{"leakcheck":1,"types":{"A":{"is":"NSObject","callbacks":{"m":[]}}},"#
        + #""steps":[\#(steps(size).joined(separator: ","))]}"#
    }
  }

  private static func made(_ name: String, _ type: String) -> String {
    #"{"new":"\#(type)","as":"\#(name)"}"#
  }
}

extension [String] {
  fileprivate func wrapped(in first: [String], _ last: [String]) -> [String] { first + self + last }
}
