import LeakCheckGraph

/// Words for cutting a reference in a program with a tracing collector.
///
/// There nothing is declared weak or captured weakly as a matter of course: a reference is cleared, or what is held is
/// taken out of its collection, when its time is over.
enum TracedWords {
  /// What ends the reference: "removal from Bus.listeners", "clearing Fragment.host".
  static func event(ending reference: ObjectGraph.Reference, role: ReferenceRole) -> String {
    let place = place(of: reference)
    return isElement(role) ? "removal from \(place)" : "clearing \(place)"
  }

  /// What to write.
  static func fix(_ reference: ObjectGraph.Reference, role: ReferenceRole) -> String {
    let target = words(for: reference.target)
    let place = place(of: reference)
    if isElement(role) { return "remove \(target) from \(place) when its time is over" }
    if reference.isCapture {
      return "let \(words(for: reference.source)) capture less than \(target), or let go of"
        + " \(words(for: reference.source)) when \(target) should go"
    }
    return "clear \(place) when \(target) should go, or hold it there by a weak reference"
  }

  /// An object in words: its type, and the name of a closure that has one.
  static func words(for object: ObjectGraph.Object) -> String {
    let isNamed = object.kind == .closure && !object.name.isEmpty
    return isNamed ? object.name : object.type.isEmpty ? "an object" : object.type
  }

  private static func isElement(_ role: ReferenceRole) -> Bool {
    role == .listed || role == .registration
  }

  /// Where the reference is, in the program's own terms: for an element, the property that holds the collection.
  private static func place(of reference: ObjectGraph.Reference) -> String {
    var place = reference
    // Collections are few objects deep: a list, its table, an entry.
    for _ in 0..<8 where place.source.owner == .framework || place.source.kind == .collection {
      let holders = place.source.referrers.filter { $0.strength == .strong }
      guard holders.count == 1, let holder = holders.first else { break }
      place = holder
    }
    return slot(place.source.kind == .collection ? reference : place)
  }

  private static func slot(_ reference: ObjectGraph.Reference) -> String {
    let holder = words(for: reference.source)
    if reference.name.isEmpty { return holder }
    return reference.name.hasPrefix("[")
      ? "\(reference.name) of \(holder)" : "\(holder).\(reference.name)"
  }
}
