import LeakCheckGraph
import LeakCheckText

/// The expectations of a scenario about what is gone or alive at some moment.
extension Simulation {
  func expect(_ check: CheckWord, _ action: Action, in frame: Frame) {
    guard let name = text(action, check.rawValue),
      let expected = expected(name, in: frame), halt == nil
    else { return }
    let (place, alive) = (sitePlace(site), alive(expected))
    if check == .expectGone {
      expectGone(expected, because: place.map { "expected at \($0.words)" })
    }
    guard (check == .expectGone) == (alive >= 0) else { return }
    let file = place?.file ?? ""
    let failed = FailedCheck(
      check: check.rawValue, name: name,
      message: alive >= 0
        ? "\(subject(name, alive, inSource: !file.isEmpty)) is still alive"
          + holderText(of: alive, inSource: !file.isEmpty)
        : "\(name) is gone",
      line: place?.line ?? 0, file: file)
    // A source is asked about one object again when time has passed.
    if failedChecks.last != failed || file.isEmpty {
      if truth(action, "eventually") { eventual[failedChecks.count] = expected }
      failedChecks.append(failed)
    }
  }

  /// The words for what is alive: what the steps of a source call it, no source says.
  private func subject(_ name: String, _ object: Int32, inSource: Bool) -> String {
    inSource && program.scenario.isTranslated ? types[heap.type(of: object)].name : name
  }

  /// The places, among the failed checks, of those that hold by now of what was only expected eventually.
  func checksMetEventually() -> Set<Int> {
    groups.update(from: heap, types)
    return Set(eventual.filter { alive($0.value) < 0 }.keys)
  }

  /// The subject of an expectation: one object, or -1, or all objects with a name or type.
  enum Expected {
    case object(Int32)
    case group(ObjectGroups.Key)
  }

  /// What a name stands for: a local, also a dropped one, a type, or what a callback made under that name.
  private func expected(_ name: String, in frame: Frame) -> Expected? {
    groups.update(from: heap, types)
    if let type = types.index(of: name), frame.variable(name) == nil { return .group(.type(type)) }
    guard let place = Place(name) else {
      fail("\(Quotation.quoted(name)) is not a name")
      return nil
    }
    if let local = place.name, place.path.isEmpty, frame.variable(local) == nil {
      if let gone = dropped[local] { return .object(gone.object) }
      // What a callback made goes by the name that it had there.
      let key = ObjectGroups.Key.hint(heap.symbol(local))
      if groups.firstAlive(key, in: heap) != nil { return .group(key) }
    }
    return .object(object(place, in: frame))
  }

  /// The first object that is alive, or -1.
  private func alive(_ expected: Expected) -> Int32 {
    switch expected {
    case .object(let object): heap.isAlive(object) ? object : -1
    case .group(let key): groups.firstAlive(key, in: heap) ?? -1
    }
  }

  private func expectGone(_ expected: Expected, because reason: String?) {
    let objects =
      switch expected {
      case .object(let object): heap.isAlive(object) ? [object] : []
      case .group(let key): groups.takeAlive(key, all: settings.isReplay, in: heap)
      }
    guard countVisits(objects.count) else { return }
    // What was marked once stays so, but a controller may have others in it by now.
    for object in objects
    where goneReasons[object] == nil || isController(object) || settings.isReplay {
      markGone(object, because: reason ?? "expected by the scenario")
    }
  }

  /// Who holds an object that should be gone: the first holder, a local before others.
  ///
  /// A scenario gives its objects names; a source has those of types and closures.
  private func holderText(of object: Int32, inSource: Bool) -> String {
    if let local = local(holding: object) {
      return ": the local \(local) of the steps holds it; drop it first"
    }
    holders.update(from: heap)
    guard let (holder, name) = holders.first(of: object, in: heap) else { return "" }
    guard inSource else { return ": \(heap.label(of: holder)).\(heap.text(name)) holds it" }
    if let variable = variable(of: holder) {
      return ": \(variable.owner).\(variable.name) holds it"
    }
    let code = heap.objects[Int(holder)].code
    return code >= 0
      ? ": \(program.closures[Int(code)].name) holds it"
      : ": \(types[heap.type(of: holder)].name).\(heap.text(name)) holds it"
  }

  /// The local of the steps that holds an object: the one that it is named for, else the first.
  private func local(holding object: Int32) -> String? {
    guard heap.objects[Int(object)].outsideCount > 0 else { return nil }
    let hint = heap.text(heap.objects[Int(object)].hint)
    if let own = steps.variable(hint), own.target == object, own.isRetained { return own.name }
    guard countVisits(steps.variables.count) else { return nil }
    return steps.variables.first { $0.target == object && $0.isRetained }?.name
  }
}
