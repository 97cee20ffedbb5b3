/// A conversion of VM names to Java names: `[Ljava/lang/String;` to `java.lang.String[]`.
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
    // By bytes: a name may be long, and a slash is a byte of no other character.
    let (slash, dot) = (UInt8(ascii: "/"), UInt8(ascii: "."))
    let bytes = withoutAddress(name).utf8.map { $0 == slash ? dot : $0 }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func withoutAddress(_ name: Substring) -> Substring {
    let (plus, slash) = (UInt8(ascii: "+"), UInt8(ascii: "/"))
    guard let mark = name.utf8.lastIndex(where: { $0 == plus || $0 == slash }) else { return name }
    let address = name[name.utf8.index(after: mark)...]
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
