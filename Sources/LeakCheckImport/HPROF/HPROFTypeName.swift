/// Writes the names of a VM as Java does: `[Ljava/lang/String;` as `java.lang.String[]`.
enum HPROFTypeName {
  /// The name of a class as Java writes it.
  ///
  /// Hidden classes end in the address of their definition (`Foo$$Lambda$14+0x0000000800c03000`), which
  /// differs from run to run: without it, equal leaks have equal names.
  static func java(_ name: String) -> String {
    let depth = name.prefix { $0 == "[" }.count
    let element = elementName(name.dropFirst(depth), isElement: depth > 0)
    return element + String(repeating: "[]", count: depth)
  }

  private static func elementName(_ name: Substring, isElement: Bool) -> String {
    if isElement, name.utf8.count == 1, let primitive = name.first.flatMap(primitive) {
      return primitive
    }
    var name = name
    if isElement, name.first == "L", name.last == ";" { name = name.dropFirst().dropLast() }
    return String(withoutAddress(name).map { $0 == "/" ? "." : $0 })
  }

  private static func withoutAddress(_ name: Substring) -> Substring {
    guard let mark = name.lastIndex(where: { $0 == "+" || $0 == "/" }) else { return name }
    let address = name[name.index(after: mark)...]
    let digits = address.dropFirst(2)
    let isAddress =
      address.hasPrefix("0x") && !digits.isEmpty && digits.allSatisfy(\.isHexDigit)
    return isAddress ? name[..<mark] : name
  }

  private static func primitive(_ letter: Character) -> String? {
    switch letter {
    case "Z": "boolean"
    case "C": "char"
    case "F": "float"
    case "D": "double"
    case "B": "byte"
    case "S": "short"
    case "I": "int"
    case "J": "long"
    default: nil
    }
  }
}
