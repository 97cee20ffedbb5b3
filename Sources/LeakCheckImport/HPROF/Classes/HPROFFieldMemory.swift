/// A cache of field places, so that a question about every view of a program is answered once.
///
/// A class, because the heap that asks is borrowed and does not change.
final class HPROFFieldMemory {
  private struct Key: Hashable {
    var owner: Int
    var name: String
  }

  private var fields: [Key: HPROFClassDump.Field?] = [:]
  /// By name: for each class, itself or its nearest superclass of that name, or -1; -2 where not yet known.
  private var ancestors: [String: [Int32]] = [:]

  /// The class at `index`, or its nearest superclass, that is called `name`.
  ///
  /// - Complexity: O(classes) for all classes of one name.
  func ancestor(of index: Int, named name: String, in classes: HPROFClasses) -> Int? {
    let unknown: Int32 = -2
    var known =
      ancestors.removeValue(forKey: name)
      ?? [Int32](repeating: unknown, count: classes.all.count)
    var chain: [Int] = []
    var next = index
    while next >= 0, known[next] == unknown, classes.all[next].name != name {
      chain.append(next)
      next = Int(classes.all[next].superclass)
    }
    var found: Int32 = -1
    if next >= 0 { found = known[next] == unknown ? Int32(next) : known[next] }
    if next >= 0 { known[next] = found }
    for passed in chain { known[passed] = found }
    ancestors[name] = known
    return found < 0 ? nil : Int(found)
  }

  /// The field that the class at `owner` itself declares, or `nil`.
  func field(_ name: String, of owner: Int, in heap: borrowing HPROFHeap) -> HPROFClassDump.Field? {
    let key = Key(owner: owner, name: name)
    if let field = fields[key] { return field }
    var found: HPROFClassDump.Field?
    for field in heap.classes.all[owner].dump.fields where heap.text(field.name) == name {
      found = field
      break
    }
    fields[key] = .some(found)
    return found
  }
}
