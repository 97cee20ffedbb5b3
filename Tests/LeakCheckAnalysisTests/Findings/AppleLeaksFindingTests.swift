import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckImport
import LeakCheckTestSupport
import Testing

/// What `leaks` calls a leak must come out as one, whatever the text leaves out.
@Suite struct AppleLeaksFindingTests {
  private func findings(_ text: String) throws -> [String] {
    let graph = try AppleLeaksReader().read(Array(text.utf8), from: "t")
    let analysis = GraphAnalysis(of: graph)
    #expect(analysis.coverage.leaked == graph.objects.count)
    #expect(analysis.coverage.reachable == 0)
    return Checks.findings(in: analysis).map { finding in
      "\(finding.kind.rawValue) ×\(finding.instances) \(finding.path.objects.map(\.type).sorted())"
        + " \(finding.isReachable ? "reachable" : "unreachable") \(finding.severity)"
    }.sorted()
  }

  @Test func `every root leak and every cycle is one finding`() throws {
    let found = try findings(
      """
      Process 7: 9 leaks for 432 total leaked bytes.
          9 (432 bytes) << TOTAL >>
            3 (144 bytes) ROOT LEAK: <Store 0x1000> [48]
               2 (96 bytes) __strong items --> <NSArray 0x1100> [48]
                  1 (48 bytes) <NSString 0x1200> [48]
            1 (48 bytes) ROOT LEAK: <NSArray 0x2000> [48]
            1 (48 bytes) ROOT LEAK: <Store 0x3000> [48]
            2 (96 bytes) ROOT CYCLE: <Cat 0x4000> [48]
               1 (48 bytes) owner --> ROOT CYCLE: <Human 0x4100> [48]
                  __strong cat --> CYCLE BACK TO <Cat 0x4000> [48]
            2 (96 bytes) ROOT CYCLE: <NSXPCConnection 0x5000> [48]
               1 (48 bytes) ROOT CYCLE: <xpc_connection_t 0x5100> [48]
                  CYCLE BACK TO <NSXPCConnection 0x5000> [48]
      """)
    #expect(
      found == [
        #"cycle ×1 ["Cat", "Human"] unreachable error"#,
        #"cycle ×1 ["NSXPCConnection", "xpc_connection_t"] unreachable warning"#,
        #"leaked ×1 ["NSArray"] unreachable error"#, #"leaked ×2 ["Store"] unreachable error"#,
      ])
  }

  @Test func `a weak way back is no cycle`() throws {
    let found = try findings(
      """
      Process 7: 2 leaks for 96 total leaked bytes.
        2 (96 bytes) ROOT CYCLE: <Cat 0x4000> [48]
           1 (48 bytes) owner --> ROOT CYCLE: <Human 0x4100> [48]
              __weak cat --> CYCLE BACK TO <Cat 0x4000> [48]
      """)
    #expect(found == [#"leaked ×1 ["Cat"] unreachable error"#])
  }

  @Test func `a list and groups leak as often as they count`() throws {
    let list = try findings(
      """
      Leak: 0x1000  size=48  zone: DefaultMallocZone_0x1   NSArray  ObjC  CoreFoundation
      Leak: 0x2000  size=48  zone: DefaultMallocZone_0x1   NSArray  ObjC  CoreFoundation
      """)
    #expect(list == [#"leaked ×2 ["NSArray"] unreachable error"#])
    let groups = try findings(
      """
      Process 7: 7 leaks for 96 total leaked bytes.
        3 (96 bytes) ROOT LEAK: Store
        4 (96 bytes) ROOT CYCLE: <Cat>
           2 (48 bytes) owner --> ROOT CYCLE: <Human>
              cat --> CYCLE BACK TO <Cat>
      """)
    #expect(
      groups == [
        #"cycle ×2 ["Cat", "Human"] unreachable error"#, #"leaked ×3 ["Store"] unreachable error"#,
      ])
  }
}
