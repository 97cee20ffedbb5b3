import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

@Suite struct DanglingReferenceCheckTests {
  @Test func `an unowned reference to what goes first dangles`() {
    #expect(
      findings(in: "av!# -> c{} 'observer'; c ?> player- 'self'")
        == ["dangling av>c>player cut "])
  }

  @Test func `an unowned reference of what goes too does not dangle`() {
    #expect(
      findings(in: "app! -> vc- 'cache'; vc -> c{} 'on'; c ?> vc 'self'")
        == ["abandoned app>vc cut app.cache"])
  }

  @Test func `an unowned reference to what stays does not dangle`() {
    #expect(findings(in: "app! -> a 'first'; a -> b 'child'; b ?> a 'parent'") == [])
  }

  @Test func `what dangles is weak, or goes first; of a framework's call, that call ends it`()
    throws
  {
    func advice(_ source: String, _ reference: String) throws -> String {
      try finding(
        """
        {"id": "a", "type": "App", "root": true}, {"id": "c", "type": "Customer", "expect": "gone"},
        {"id": "i", "type": \(source)}
        """,
        """
        {"from": "a", "to": "i", "name": "last"}, {"from": "i", "to": "c", \(reference)}
        """
      ).advice
    }
    #expect(
      try advice(#""Invoice""#, #""name": "customer", "strength": "unowned""#)
        == "declare `weak var customer` in Invoice, or let go of Invoice before Customer goes")
    #expect(
      try advice(
        #""_NSUndoObject", "owner": "framework""#, #""name": "target", "strength": "unmanaged""#)
        == "call removeAllActions(withTarget:) on the undo manager with Customer when it should go")
  }

  @Test func `an unmanaged reference dangles as an unowned one does, a weak one never`() throws {
    for (strength, count) in [
      (Strength.unowned, 1), (.unmanaged, 1), (.weak, 0),
    ] {
      var builder = ObjectGraph.Builder()
      var app = ObjectDescription(id: "app", type: "App")
      app.root = ""
      builder.add(app)
      builder.add(ObjectDescription(id: "freed", type: "Freed"))
      var reference = ReferenceDescription(from: "app", to: "freed")
      (reference.name, reference.strength) = ("model", strength)
      builder.add(reference)
      let found = Checks.findings(in: GraphAnalysis(of: try builder.build()))
      #expect(found.count == count, "\(strength)")
      guard let finding = found.first else { continue }
      #expect(
        finding.message
          == "App.model is \(strength) and outlives Freed, which is freed: reading it is a crash")
      #expect(finding.cut.steps.isEmpty)
      #expect(
        finding.alternatives.first?.steps.first?.why
          == "a weak reference becomes nil when its target goes")
      let code = finding.alternatives.first?.code(ofStep: 0)
      #expect(code?.before == (strength == .unowned ? "unowned var model: Freed" : nil))
      #expect(code?.after == (strength == .unowned ? "weak var model: Freed?" : nil))
    }
  }
}
