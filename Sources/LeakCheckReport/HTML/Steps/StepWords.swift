import LeakCheckGraph
import LeakCheckText

/// Words for the changes at each moment of a run.
struct StepWords {
  /// The words of one moment.
  struct Moment {
    /// Where it is.
    var place: String
    /// What happens.
    var action: String
    /// What that changes.
    var changes: [String]
  }

  /// More changes of one moment are counted.
  private static let mostChanges = 6

  private let picture: StepPicture
  private let trace: StepTrace
  private var counts: [StepTrace.Count]

  init(_ picture: StepPicture) {
    self.picture = picture
    trace = picture.trace
    counts = Array(repeating: StepTrace.Count(), count: trace.objects.count)
  }

  /// The words of all moments.
  func all() -> [Moment] {
    var words = self
    return trace.moments.map { words.next($0) }
  }

  private mutating func next(_ moment: StepTrace.Moment) -> Moment {
    var changes: [String] = []
    for (object, count) in moment.objects {
      let before = counts[object]
      counts[object] = count
      guard picture.node(of: object) != nil, !trace.objects[object].isRoot else { continue }
      change(of: picture.fullName(of: object), from: before, to: count).map { changes.append($0) }
    }
    for (reference, hold) in moment.references {
      change(of: trace.references[reference], to: hold).map { changes.append($0) }
    }
    let further = changes.count - Self.mostChanges
    if further > 0 {
      changes = changes.prefix(Self.mostChanges) + ["and \(further) more"]
    }
    return Moment(place: place(of: moment), action: action(of: moment), changes: changes)
  }

  private func place(of moment: StepTrace.Moment) -> String {
    var parts: [String] = []
    if moment.line > 0 {
      parts.append(moment.file.isEmpty ? "line \(moment.line)" : "\(moment.file):\(moment.line)")
    }
    if moment.owner != "steps" { parts.append(moment.owner) }
    return parts.joined(separator: " · ")
  }

  private func action(of moment: StepTrace.Moment) -> String {
    switch moment.part {
    case .begins: "\(moment.words) – begins"
    case .ends: "\(moment.words) – ends"
    case .done: moment.words
    case .crashes(let name): "\(moment.words) – crash: \(name) was freed"
    }
  }

  private func change(
    of name: String, from before: StepTrace.Count, to count: StepTrace.Count
  ) -> String? {
    switch (before.phase, count.phase) {
    case (_, .freed): return "\(name) is freed"
    case (_, .deiniting): return "\(name): deinit"
    case (.unborn, .alive):
      let holder = count.strong == 0 ? "held by this code" : "strong \(count.strong)"
      return "\(name) is new, \(holder)"
    case _ where before.strong != count.strong:
      return "\(name): strong \(before.strong) → \(count.strong)"
    default: return nil
    }
  }

  private func change(of reference: StepTrace.Reference, to hold: StepTrace.Hold) -> String? {
    guard picture.node(of: reference.from) != nil else { return nil }
    let name = "\(picture.fullName(of: reference.from)).\(reference.name)"
    switch hold {
    case .zeroed: return "\(name) is nil now"
    case .dangling: return "\(name) points to freed memory"
    case .absent, .present: return nil
    }
  }
}
