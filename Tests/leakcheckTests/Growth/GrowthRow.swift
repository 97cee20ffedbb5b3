import Testing

/// An input that grows: its smaller size, its text for a size, and what is asked of it.
struct GrowthRow: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var size: Int
  /// The largest smaller size that the input can be made for.
  var most = Int.max
  var arguments: [String] = []
  /// What the input is called, by which its reader is chosen.
  var file = "in.json"
  var bytes: @Sendable (Int) -> [UInt8]

  init(
    testDescription: String, size: Int, arguments: [String] = [],
    text: @escaping @Sendable (Int) -> String
  ) {
    (self.testDescription, self.size, self.arguments) = (testDescription, size, arguments)
    bytes = { Array(text($0).utf8) }
  }

  /// A heap dump.
  init(testDescription: String, size: Int, dump: @escaping @Sendable (Int) -> [UInt8]) {
    (self.testDescription, self.size) = (testDescription, size)
    (file, bytes) = ("in.hprof", dump)
  }

  /// Every shape that took more than its share once, or could.
  static let all =
    colliding + shapes + ends + teardowns + types + cuts + outputs + parts + scenarios + manyOfAKind
    + questions
    + dumps

  private static let shapes: [GrowthRow] = [
    GrowthRow(testDescription: "a star", size: 100_000) { size in
      graph(objects(size), (1..<size).map { #"{"from":0,"to":\#($0),"name":"n"}"# })
    },
    GrowthRow(testDescription: "parallel references", size: 100_000) { size in
      graph(objects(2), (0..<size).map { #"{"from":0,"to":1,"name":"n\#($0)"}"# })
    },
    GrowthRow(testDescription: "a chain", size: 100_000, text: chain),
    GrowthRow(testDescription: "a ring", size: 100_000) { size in
      graph(
        objects(size, isRooted: false),
        (0..<size).map { #"{"from":\#($0),"to":\#(($0 + 1) % size),"name":"n"}"# })
    },
    GrowthRow(testDescription: "a ladder", size: 50_000) { size in
      var references: [String] = []
      for left in stride(from: 0, to: 2 * size - 2, by: 2) {
        for (from, to) in [(left, left + 2), (left + 1, left + 3), (left, left + 1)] {
          references.append(#"{"from":\#(from),"to":\#(to),"name":"n"}"#)
        }
      }
      return graph(objects(2 * size, isRooted: false), references)
    },
    GrowthRow(testDescription: "a chain with references back", size: 50_000) { size in
      var references: [String] = []
      for index in 1..<size {
        references.append(#"{"from":\#(index - 1),"to":\#(index),"name":"n"}"#)
        references.append(#"{"from":\#(index),"to":\#(index / 2),"name":"b"}"#)
      }
      return graph(objects(size, isRooted: false), references)
    },
    GrowthRow(testDescription: "everything to everything", size: 100_000) { size in
      let side = Int(Double(size).squareRoot())
      var references: [String] = []
      for left in 0..<side {
        for right in side..<2 * side {
          references.append(#"{"from":\#(left),"to":\#(right),"name":"n"}"#)
        }
      }
      return graph(objects(2 * side, isRooted: false), references)
    },
    GrowthRow(testDescription: "roots", size: 100_000) { size in
      graph((0..<size).map { #"{"id":\#($0),"type":"T","root":true}"# })
    },
  ]

  /// References that end when something says so.
  private static let ends: [GrowthRow] = [
    GrowthRow(testDescription: "ends in a deinit of its own each", size: 50_000) { size in
      graph(
        objects(2 * size, isRooted: false),
        (0..<size).flatMap { index in
          [
            #"{"from":\#(2 * index),"to":\#(2 * index + 1),"name":"n","#
              + #""until":{"event":"stop()","called":"inDeinit","of":\#(2 * index + 1)}}"#,
            #"{"from":\#(2 * index + 1),"to":\#(2 * index),"name":"b"}"#,
          ]
        })
    },
    GrowthRow(testDescription: "ends in a deinit of a type of its own each", size: 10_000) { size in
      graph(
        (0..<2 * size).map { #"{"id":\#($0),"type":"T\#($0)"}"# },
        (0..<size).flatMap { index in
          [
            #"{"from":\#(2 * index),"to":\#(2 * index + 1),"name":"n","#
              + #""until":{"event":"stop()","called":"inDeinit","of":\#(2 * index + 1)}}"#,
            #"{"from":\#(2 * index + 1),"to":\#(2 * index),"name":"b"}"#,
          ]
        })
    },
    GrowthRow(testDescription: "ends in deinits that the nearest way passes", size: 20_000) {
      size in
      graph(
        [#"{"id":0,"type":"R","root":true}"#]
          + (1..<3 + 2 * size).map { #"{"id":\#($0),"type":"T\#($0)"}"# },
        [reference(0, 1), reference(1, 2)]
          + (0..<size).flatMap { index in
            let (object, holder) = (3 + 2 * index, 4 + 2 * index)
            return [
              reference(0, object), reference(object, holder), reference(2, holder),
              #"{"from":\#(holder),"to":\#(object),"name":"b","#
                + #""until":{"event":"stop()","called":"inDeinit","of":\#(object)}}"#,
            ]
          })
    },
    GrowthRow(testDescription: "ends in one deinit", size: 50_000) { size in
      graph(
        objects(size),
        (1..<size).flatMap { index in
          [
            #"{"from":0,"to":\#(index),"name":"n\#(index % 7)","#
              + #""until":{"event":"stop()","called":"inDeinit","of":\#(size - 1)}}"#,
            #"{"from":\#(index),"to":\#(size - 1),"name":"b"}"#,
          ]
        })
    },
  ]

  private static let dumps: [GrowthRow] = [
    GrowthRow(testDescription: "a heap dump of a list", size: 200_000) { size in
      GrowingHeapDump(classes: 1, instances: size).bytes { $0 + 1 }
    },
    GrowthRow(testDescription: "a heap dump of rings of many classes", size: 20_000) { size in
      GrowingHeapDump(classes: size / 2, instances: size).bytes { $0 ^ 1 }
    },
    GrowthRow(testDescription: "a heap dump whose ids collide", size: 200_000) { size in
      GrowingHeapDump(classes: 1, instances: size, spreads: true).bytes { $0 / 2 }
    },
  ]

  private static let types: [GrowthRow] = [
    GrowthRow(testDescription: "cycles of types of their own", size: 50_000) { size in
      cycles(size)
    },
    GrowthRow(
      testDescription: "cycles of types of their own in a chain", size: 4_000, text: chainOfCycles),
    GrowthRow(testDescription: "what is gone at the end of a chain", size: 2_000) { size in
      graph(
        [#"{"id":0,"type":"R","root":true}"#]
          + (1...size).map { #"{"id":\#($0),"type":"T"}"# }
          + (1...size).map { #"{"id":\#(size + $0),"type":"T\#($0)","expect":"gone"}"# },
        (0..<size).map { reference($0, $0 + 1) } + (1...size).map { reference(size, size + $0) })
    },
    GrowthRow(testDescription: "cycles of frameworks' types", size: 20_000) { size in
      graph(
        (0..<2 * size).map { #"{"id":\#($0),"type":"T\#($0)","owner":"framework"}"# }
          + (0..<size).map { #"{"id":\#(2 * size + $0),"type":"V\#($0)"}"# },
        (0..<2 * size).map { #"{"from":\#($0),"to":\#($0 ^ 1),"name":"n"}"# }
          + (0..<size).map { #"{"from":\#(2 * $0),"to":\#(2 * size + $0),"name":"v"}"# })
    },
    GrowthRow(testDescription: "cycles of frameworks that are known", size: 5_000) { size in
      let types = ["AppKitMenuDelegate", "ContextMenuResponder"]
      return graph(
        (0..<2 * size).map {
          #"{"id":\#($0),"type":"\#(types[$0 % 2])\#($0)","owner":"framework"}"#
        } + (0..<size).map { #"{"id":\#(2 * size + $0),"type":"V\#($0)","expect":"gone"}"# },
        (0..<2 * size).map { reference($0, $0 ^ 1) }
          + (0..<size).map { reference(2 * $0, 2 * size + $0) })
    },
    GrowthRow(testDescription: "types that have all letters", size: 20_000) { size in
      let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
      return graph(
        (0..<2 * size).map { #"{"id":\#($0),"type":"\#(letters)\#($0)"}"# },
        (0..<2 * size).map { #"{"from":\#($0),"to":\#($0 ^ 1),"name":"n"}"# })
    },
    GrowthRow(testDescription: "types that are all gone", size: 50_000) { size in
      graph(
        [#"{"id":"r","type":"R","root":true}"#]
          + (0..<size).map { #"{"id":\#($0),"type":"T\#($0)","expect":"gone"}"# },
        (0..<size).map { #"{"from":"r","to":\#($0),"name":"n\#($0)"}"# })
    },
    GrowthRow(testDescription: "objects of one type that are all gone", size: 100_000) { size in
      graph(
        [#"{"id":"r","type":"R","root":true}"#]
          + (0..<size).map { #"{"id":\#($0),"type":"T","expect":"gone"}"# },
        (0..<size).map { #"{"from":"r","to":\#($0),"name":"n"}"# })
    },
    GrowthRow(testDescription: "names with the same beginning", size: 4_000) { size in
      let start = String(repeating: "a", count: 1_000)
      return graph((0..<size).map { #"{"id":\#($0),"type":"\#(start)\#($0)"}"# })
    },
    GrowthRow(testDescription: "one long name", size: 1_000_000) { size in
      graph(
        [#"{"id":0,"type":"\#(String(repeating: "T", count: size))"}"#],
        [#"{"from":0,"to":0,"name":"\#(String(repeating: "n", count: size))"}"#])
    },
  ]

  private static let outputs: [GrowthRow] = [
    GrowthRow(
      testDescription: "the tree of a chain", size: 20_000,
      arguments: ["top", "--tree", "--depth", "1000000", "--limit", "1000000"],
      text: chain),
    GrowthRow(
      testDescription: "the tree of many types", size: 50_000,
      arguments: ["top", "--tree", "--limit", "1000000"]
    ) { size in
      graph((0..<size).map { #"{"id":\#($0),"type":"T\#($0)","root":true,"size":\#($0)}"# })
    },
    GrowthRow(
      testDescription: "a page of many findings", size: 1_000,
      arguments: ["check", "--format", "html", "--limit", "1000000"], text: cycles),
    GrowthRow(
      testDescription: "a report of many findings", size: 10_000,
      arguments: ["check", "--format", "json", "--limit", "1000000"], text: cycles),
    GrowthRow(
      testDescription: "a report of cycles in a chain", size: 4_000,
      arguments: ["check", "--format", "json"], text: chainOfCycles),
    GrowthRow(
      testDescription: "a text of cycles in a chain", size: 4_000,
      arguments: ["check", "--limit", "1000000"], text: chainOfCycles),
    GrowthRow(
      testDescription: "a page of cycles in a chain", size: 4_000,
      arguments: ["check", "--format", "html", "--limit", "1000000"], text: chainOfCycles),
    GrowthRow(
      testDescription: "a text of many findings", size: 10_000,
      arguments: ["check", "--limit", "1000000"], text: cycles),
    GrowthRow(
      testDescription: "what keeps each of many cycles", size: 20_000,
      arguments: ["path", "--to", "T*", "--limit", "1000000"], text: cycles),
    GrowthRow(
      testDescription: "paths to each of a ring", size: 2_000,
      arguments: ["path", "--to", "T", "--limit", "1000000"]
    ) { size in
      graph(
        objects(size), (0..<size).map { #"{"from":\#($0),"to":\#(($0 + 1) % size),"name":"n"}"# })
    },
    GrowthRow(
      testDescription: "paths to each of a ring that has no root", size: 2_000,
      arguments: ["path", "--to", "T", "--limit", "1000000"]
    ) { size in
      graph(
        objects(size, isRooted: false),
        (0..<size).map { #"{"from":\#($0),"to":\#(($0 + 1) % size),"name":"n"}"# })
    },
    GrowthRow(
      testDescription: "paths of many objects", size: 2_000,
      arguments: ["path", "--to", "T*", "--count", "3", "--limit", "1000000"]
    ) { size in
      var references: [String] = []
      for index in 1..<size {
        references.append(#"{"from":\#((index - 1) / 2),"to":\#(index),"name":"n"}"#)
        references.append(#"{"from":\#(index / 3),"to":\#(index),"name":"m"}"#)
      }
      return graph(objects(size), references)
    },
  ]

  /// Outputs of which each of many parts could look at all.
  private static let parts: [GrowthRow] = [
    GrowthRow(
      testDescription: "findings of one holder as SARIF", size: 2_000,
      arguments: ["check", "--format", "sarif", "--limit", "1000000"]
    ) { size in
      graph(
        [#"{"id":"r","type":"R","root":true}"#]
          + (0..<size).map { #"{"id":\#($0),"type":"T\#($0)","expect":"gone"}"# },
        (0..<size).map { #"{"from":"r","to":\#($0),"name":"n\#($0)"}"# })
    },
    GrowthRow(
      testDescription: "many paths of one length", size: 500,
      arguments: ["path", "--to", "Last", "--count", "200"]
    ) { size in
      graph(
        (0..<2 * size).map {
          #"{"id":\#($0),"type":"\#($0 == 2 * size - 1 ? "Last" : "T")","root":\#($0 == 0)}"#
        },
        (0..<2 * size - 2).map { reference($0, $0 + 2) }
          + (0..<2 * size - 3).map { reference($0, $0 + ($0 % 2 == 0 ? 3 : 1)) })
    },
  ]

  private static let scenarios: [GrowthRow] = [
    GrowthRow(testDescription: "keys of a scenario", size: 200_000, arguments: ["simulate"]) {
      size in
      let keys = (0..<size).map { #""x-\#($0)": 0"# }.joined(separator: ",")
      return #"{"leakcheck":1,"steps":[{"new":"NSObject",\#(keys)}]}"#
    },
    GrowthRow(testDescription: "pushes", size: 4_000, arguments: ["simulate"]) { size in
      let pushes = (0..<size).map {
        #",{"new":"UIViewController","as":"v\#($0)"},{"push":"v\#($0)","on":"nav"}"#
      }
      return #"{"leakcheck":1,"steps":[{"new":"UINavigationController","as":"nav"},"#
        + #"{"window":"w","root":"nav"},{"show":"w"}\#(pushes.joined())]}"#
    },
    GrowthRow(testDescription: "properties of supertypes", size: 5_000, arguments: ["simulate"]) {
      size in
      let properties = (0..<size).map { #""p\#($0)": "weak""# }.joined(separator: ",")
      let types = (0..<size).map { #","T\#($0)":{"is":"B","properties":{"q":"weak"}}"# }
      return #"{"leakcheck":1,"types":{"B":{"is":"NSObject","properties":{\#(properties)}}"#
        + #"\#(types.joined())},"steps":[{"new":"T0","as":"a"}]}"#
    },
    GrowthRow(testDescription: "methods of a type", size: 5_000, arguments: ["simulate"]) { size in
      let methods = (0..<size).map { #""m\#($0)":[{"new":"NSObject","as":"a"}]"# }
      return #"{"leakcheck":1,"types":{"T":{"is":"NSObject","callbacks":{"#
        + #"\#(methods.joined(separator: ","))}}},"steps":[{"new":"T","as":"a"}]}"#
    },
    GrowthRow(testDescription: "snapshots", size: 2_000, arguments: ["simulate"]) { size in
      let steps = (0..<size).map {
        #"{"new":"NSObject","as":"o\#($0)"},{"snapshot":"s\#($0)"}"#
      }
      return #"{"leakcheck":1,"steps":[\#(steps.joined(separator: ","))]}"#
    },
    GrowthRow(
      testDescription: "observers that end one another", size: 4_000, arguments: ["simulate"]
    ) { size in
      let steps = (1..<size).map {
        #"{"sink":{"captures":{"c\#($0 - 1)":"strong"},"do":[]},"on":"p\#($0 % 50).value","#
          + #""in":"c\#($0)"},{"drop":"c\#($0 - 1)"}"#
      }
      let publishers = (0..<50).map { #"{"new":"NSObject","as":"p\#($0)"}"# }
      let begin = #"{"new":"NSObject","as":"c0"}"#
      return #"{"leakcheck":1,"steps":[\#((publishers + [begin] + steps).joined(separator: ","))]}"#
    },
    GrowthRow(testDescription: "steps", size: 20_000, arguments: ["simulate"]) { size in
      let steps = (0..<size).map { #"{"new":"NSObject","as":"o\#($0)"}"# }
      return #"{"leakcheck":1,"steps":[\#(steps.joined(separator: ","))]}"#
    },
  ]

  private static let cycles: @Sendable (Int) -> String = { size in
    graph(
      (0..<2 * size).map { #"{"id":\#($0),"type":"T\#($0)"}"# },
      (0..<2 * size).map { #"{"from":\#($0),"to":\#($0 ^ 1),"name":"n"}"# })
  }

  private static let chain: @Sendable (Int) -> String = { size in
    graph(objects(size), (1..<size).map { #"{"from":\#($0 - 1),"to":\#($0),"name":"next"}"# })
  }

  /// Cycles of two, each held by the one before.
  private static func chainOfCycles(_ size: Int) -> String {
    graph(
      [#"{"id":0,"type":"R","root":true}"#]
        + (1...2 * size).map { #"{"id":\#($0),"type":"T\#($0)"}"# },
      (0..<2 * size).map { reference($0, $0 + 1) }
        + (0..<size).map { reference(2 * $0 + 2, 2 * $0 + 1) })
  }

  /// Objects of one type; the first is a root.
  private static func objects(_ count: Int, isRooted: Bool = true) -> [String] {
    (0..<count).map {
      #"{"id":\#($0),"type":"T","size":8\#($0 == 0 && isRooted ? #","root":true"# : "")}"#
    }
  }

  static func reference(_ source: Int, _ target: Int) -> String {
    #"{"from":\#(source),"to":\#(target),"name":"n"}"#
  }

  static func graph(_ objects: [String], _ references: [String] = []) -> String {
    #"{"leakcheck":1,"objects":[\#(objects.joined(separator: ","))],"#
      + #""references":[\#(references.joined(separator: ","))]}"#
  }
}
