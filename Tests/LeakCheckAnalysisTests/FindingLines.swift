import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

/// The findings of a graph literal as `kind path cut`, one text each.
func findings(in literal: String, collector: ObjectGraph.Collector = .arc) -> [String] {
  let graph = ObjectGraph(literal, collector: collector)
  return Checks.findings(in: GraphAnalysis(of: graph)).map { finding in
    let path = finding.path.objects.map(\.id.description).joined(separator: ">")
    let cut = finding.cut.steps.map {
      "\($0.reference.source.id).\($0.reference.name)"
    }
    return "\(finding.kind.rawValue) \(path) cut \(cut.joined(separator: "+"))"
  }
}

/// A screen that a run loop keeps through a timer, whose reference to it `until` ends.
func timerGraph(_ until: ReferenceDescription.Until?) throws -> ObjectGraph {
  var builder = ObjectGraph.Builder()
  var loop = ObjectDescription(id: "loop", type: "RunLoop")
  loop.root = "main run loop"
  loop.owner = .framework
  var timer = ObjectDescription(id: "t", type: "Timer")
  timer.owner = .framework
  timer.kind = .timer
  var vc = ObjectDescription(id: "vc", type: "VC")
  vc.expectation = LifetimeExpectation(.gone)
  for object in [loop, timer, vc] { builder.add(object) }
  builder.add(ReferenceDescription(from: "loop", to: "t"))
  var target = ReferenceDescription(from: "t", to: "vc")
  target.name = "target"
  target.until = until
  builder.add(target)
  builder.add(ReferenceDescription(from: "vc", to: "t"))
  return try builder.build()
}
