/// Rows of what is cut: cycles and paths that have one object in common.
extension GrowthRow {
  static let cuts: [GrowthRow] = [
    GrowthRow(testDescription: "closures that capture what keeps them", size: 1_000) { size in
      graph(
        [#"{"id":0,"type":"Hub"}"#]
          + (1...size).map { #"{"id":\#($0),"type":"() -> ()","kind":"closure"}"# },
        (1...size).flatMap {
          [
            #"{"from":0,"to":\#($0),"name":"h\#($0)"}"#,
            #"{"from":\#($0),"to":0,"name":"self","kind":"capture"}"#,
          ]
        })
    },
    GrowthRow(testDescription: "objects of types of their own that keep their owner", size: 1_000) {
      size in
      graph(
        [#"{"id":0,"type":"Hub","root":true}"#]
          + (1...size).map { #"{"id":\#($0),"type":"C\#($0)"}"# },
        (1...size).flatMap { [reference(0, $0), reference($0, 0)] })
    },
    GrowthRow(testDescription: "objects that two others keep and are kept by", size: 500) { size in
      graph(
        [#"{"id":0,"type":"A"}"#, #"{"id":1,"type":"B"}"#]
          + (2..<size + 2).map { #"{"id":\#($0),"type":"C\#($0)"}"# },
        (2..<size + 2).flatMap {
          [reference(0, $0), reference($0, 1), reference(1, $0), reference($0, 0)]
        })
    },
    GrowthRow(testDescription: "cycles of which each keeps the next", size: 1_000) { size in
      graph(
        (0..<2 * size).map { #"{"id":\#($0),"type":"C\#($0)"}"# },
        (0..<size).flatMap { cycle in
          let first = 2 * cycle
          let next = cycle + 1 < size ? [reference(first, first + 2)] : []
          return [reference(first, first + 1), reference(first + 1, first)] + next
        })
    },
    GrowthRow(testDescription: "holders of what is gone", size: 4_000) { size in
      graph(
        [#"{"id":0,"type":"R","root":true}"#, #"{"id":1,"type":"X","expect":"gone"}"#]
          + (2..<size + 2).map { #"{"id":\#($0),"type":"C\#($0)"}"# },
        (2..<size + 2).flatMap { [reference(0, $0), reference($0, 1)] })
    },
    GrowthRow(testDescription: "holders that what is gone holds", size: 16_000) { size in
      graph(
        [#"{"id":0,"type":"R","root":true}"#, #"{"id":1,"type":"X","expect":"gone"}"#]
          + (2..<size + 2).map { #"{"id":\#($0),"type":"C\#($0)"}"# },
        (2..<size + 2).flatMap { [reference(0, $0), reference($0, 1), reference(1, $0)] })
    },
    GrowthRow(testDescription: "roots of what is gone", size: 20_000) { size in
      graph(
        [#"{"id":0,"type":"X","expect":"gone"}"#]
          + (1...size).map { #"{"id":\#($0),"type":"T","root":true}"# },
        (1...size).map { reference($0, 0) })
    },
    GrowthRow(testDescription: "a chain of what is gone, with a root for each", size: 1_000) {
      size in
      graph(
        (0..<size).map { #"{"id":\#($0),"type":"R","root":true}"# }
          + (0..<size).map { #"{"id":\#(size + $0),"type":"T\#($0)","expect":"gone"}"# },
        (0..<size).map { reference($0, size + $0) }
          + (1..<size).map { reference(size + $0 - 1, size + $0) })
    },
    GrowthRow(testDescription: "what is gone along a chain of many roots", size: 1_000) { size in
      graph(
        (0..<size).map { #"{"id":\#($0),"type":"R","root":true}"# }
          + (0..<size).map { #"{"id":\#(size + $0),"type":"C"}"# }
          + (0..<size).map { #"{"id":\#(2 * size + $0),"type":"T\#($0)","expect":"gone"}"# },
        (0..<size).map { reference($0, size) }
          + (1..<size).map { reference(size + $0 - 1, size + $0) }
          + (0..<size).map { reference(size + $0, 2 * size + $0) })
    },
    GrowthRow(testDescription: "cycles that overlap", size: 1_000) { size in
      graph(
        (0..<size).map { #"{"id":\#($0),"type":"T\#($0)"}"# },
        (0..<size).flatMap { [reference($0, ($0 + 1) % size), reference($0, max(0, $0 - 3))] })
    },
    GrowthRow(testDescription: "collections inside of one another", size: 4_000) { size in
      graph(
        [#"{"id":0,"type":"R","root":true}"#]
          + (1...size).map { #"{"id":\#($0),"type":"Array","kind":"collection"}"# }
          + [#"{"id":\#(size + 1),"type":"X","expect":"gone"}"#],
        (0...size).map { reference($0, $0 + 1) })
    },
  ]
}
