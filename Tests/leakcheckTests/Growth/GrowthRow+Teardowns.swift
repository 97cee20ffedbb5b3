extension GrowthRow {
  /// Findings of teardown, each of which must be told what may be cut.
  static let teardowns: [GrowthRow] = [
    teardowns("teardowns of several references", size: 2_000, references: 4, of: #","root":true"#),
    teardowns(
      "teardowns beside what is expected alive", size: 4_000, references: 1,
      of: #","expect":"alive""#),
  ]

  /// Objects in use whose `deinit` would end references to what keeps them.
  private static func teardowns(
    _ name: String, size: Int, references: Int, of use: String
  ) -> GrowthRow {
    GrowthRow(testDescription: name, size: size) { size in
      let owners = (1...size).map { $0 * (references + 1) }
      return graph(
        [#"{"id":0,"type":"R","root":true}"#]
          + owners.flatMap { owner in
            [#"{"id":\#(owner),"type":"A\#(owner)"\#(use)}"#]
              + (1...references).map { #"{"id":\#(owner + $0),"type":"B\#(owner)_\#($0)"}"# }
          },
        owners.flatMap { owner in
          [reference(0, owner)]
            + (1...references).flatMap {
              [
                #"{"from":\#(owner),"to":\#(owner + $0),"name":"b\#($0)","#
                  + #""until":{"event":"stop()","called":"inDeinit","of":\#(owner)}}"#,
                reference(owner + $0, owner),
              ]
            }
        })
    }
  }
}
