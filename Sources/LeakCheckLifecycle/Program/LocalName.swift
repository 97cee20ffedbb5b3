/// The names of locals that translated sources create more than once, such as in a loop.
///
/// A run tells them apart by a number that no name of Swift has: `pin'2`. Whoever reads a report knows them by the name of
/// the source, `pin`.
package enum LocalName {
  /// The name that a run knows the local by.
  ///
  /// - Parameters:
  ///   - name: what the source calls it.
  ///   - number: which one of that name it is, from 1.
  /// - Returns: its name in the run.
  package static func numbered(_ name: String, _ number: Int) -> String {
    number == 1 ? name : "\(name)'\(number)"
  }

  /// What the source calls a local of a run; any other text, such as the words of a log, is itself.
  package static func shown(_ name: String) -> String {
    guard let mark = name.utf8.lastIndex(of: UInt8(ascii: "'")), mark > name.startIndex else {
      return name
    }
    let number = name.utf8[name.utf8.index(after: mark)...]
    let isNumber = !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
    guard isNumber, name[..<mark].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else {
      return name
    }
    return String(name[..<mark])
  }
}
