/// The name of a symbol, in the words of the source.
///
/// Names are as short as a source location would be: without modules, types of parameters, generic
/// arguments and what the compiler added. `SymbolText` has the grammar.
package struct SymbolName: Hashable, Sendable {
  /// The entity that a symbol names.
  package enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A closure expression, including one that the compiler created for a reference to a method.
    case closure
    /// A function, initializer, accessor or a variable's addressor.
    case function
    /// A global or static variable.
    case variable
    /// Code that only adapts another function's calling convention; its context holds that function.
    case thunk
    /// An addition of the compiler: metadata, tokens, witnesses, outlined copies.
    case other
    /// Not a Swift name.
    case foreign
  }

  /// A class, struct, enum, actor or protocol.
  package struct TypeName: Hashable, Sendable {
    /// The name with its outer types: "Outer.Inner".
    package var name: String
    /// The name with its module, too: "App.Outer.Inner".
    package var qualified: String
  }

  /// The symbol as given.
  package let mangled: String
  /// The mangled name of the function that this symbol forwards to or is a part of.
  ///
  /// Forwarders of partial applications, pointers to async functions and the pieces of a split async function lead to
  /// their function, which has the source line.
  package let baseFunction: String
  /// The kind of entity.
  package let kind: Kind
  /// The name: "closure #1 in ProfileVC.load(_:)".
  package let words: String
  /// The module whose source has the declaration.
  package let module: String?
  /// The innermost type around the declaration.
  package let enclosingType: TypeName?
  /// The type of `self` in the code; `nil` in static members, initial values and outside types.
  package let selfType: TypeName?
  /// Whether the function is async.
  package let isAsync: Bool

  /// The name for `mangled`.
  ///
  /// The runtime's demangler expects names written by a compiler. These names come from files that are already loaded
  /// as code, so they are trusted just as far.
  ///
  /// - Complexity: O(length of the name, as the runtime demangles it)
  package init(mangled: String) {
    let base = MangledName(mangled)
    self.init(mangled, base, base.isSwift ? Demangler.text(of: base.whole) : nil)
  }

  /// The name for `mangled`, whose demangled text is `demangled`.
  package init(mangled: String, demangled: String) {
    self.init(mangled, MangledName(mangled), Array(demangled.utf8))
  }

  private init(_ mangled: String, _ base: MangledName, _ demangled: [UInt8]?) {
    self.mangled = mangled
    baseFunction = base.function
    let text = demangled.flatMap { SymbolText($0) }
    isAsync = base.isAsync || text?.isAsync == true
    guard let text else {
      (kind, module, enclosingType, selfType) = (.foreign, nil, nil, nil)
      words = base.function == "async_Main" ? SymbolText.topLevel : mangled
      return
    }
    (kind, words, module) = (text.kind, text.words, text.module)
    enclosingType = text.enclosingType
    selfType = text.hasSelf ? text.enclosingType : nil
  }
}

/// A mangled name without the additions of LLVM and of splitting async functions.
///
/// Source: swift/docs/ABI/Mangling.rst, "Function Specializations" and "Globals" (`TA`, `Tm`, `Tu`,
/// `TQ`, `TY`).
struct MangledName {
  /// The name with its Swift suffixes.
  private(set) var whole: String
  /// The name of the function that this is a part of.
  private(set) var function: String
  private(set) var isAsync = false
  private(set) var isSwift: Bool

  init(_ mangled: String) {
    let bytes = Array(mangled.utf8)
    isSwift =
      ["$s", "$S", "$e", "_$s", "_$S", "_T0"].contains { mangled.hasPrefix($0) }
      && bytes.count <= 1 << 16 && bytes.allSatisfy { Self.mayOccur($0) }
    let isSplit = mangled.hasPrefix("async_Main")
    var kept = isSwift || isSplit ? Self.withoutNumbers(bytes) : bytes
    whole = Self.variable(of: String(decoding: kept, as: UTF8.self))
    while isSwift || isSplit, let length = Self.suffix(of: kept) {
      let letter = kept[kept.count - length + 1]
      if letter != UInt8(ascii: "A"), letter != UInt8(ascii: "m") { isAsync = true }
      kept.removeLast(length)
    }
    function = String(decoding: kept, as: UTF8.self)
  }

  /// For an object that the compiler placed in the program's data, the variable whose value it is.
  ///
  /// Such a symbol names only the variable's initializer (`WZTv`), so a type is made up for it.
  private static func variable(of name: String) -> String {
    guard let object = name.firstRange(of: "_WZTv"),
      name[object.upperBound...].allSatisfy({ $0.isNumber || $0 == "_" || $0 == "r" })
    else { return name }
    return name[..<object.lowerBound] + "SivpZ"
  }

  /// The name without ".95" anywhere in it and without LLVM's words after it, such as ".cold".
  private static func withoutNumbers(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: ".") {
        var end = index + 1
        while end < bytes.count, isDigit(bytes[end]) { end += 1 }
        if end == index + 1 { break }
        index = end
      } else {
        kept.append(bytes[index])
        index += 1
      }
    }
    return kept
  }

  /// The length of the name's suffix "TA", "Tm", "Tu", "TQ0_" or "TY12_".
  private static func suffix(of bytes: [UInt8]) -> Int? {
    guard bytes.count > 4, let last = bytes.last else { return nil }
    if [UInt8(ascii: "A"), UInt8(ascii: "m"), UInt8(ascii: "u")].contains(last) {
      return bytes[bytes.count - 2] == UInt8(ascii: "T") ? 2 : nil
    }
    guard last == UInt8(ascii: "_") else { return nil }
    var index = bytes.count - 2
    while index > 2, isDigit(bytes[index]) { index -= 1 }
    let isPart = bytes[index] == UInt8(ascii: "Q") || bytes[index] == UInt8(ascii: "Y")
    return isPart && bytes[index - 1] == UInt8(ascii: "T") ? bytes.count - index + 1 : nil
  }

  /// Whether a mangled name can contain `byte`; other bytes are kept from the runtime's demangler, which trusts its
  /// input.
  private static func mayOccur(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z") || isDigit(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: ".")
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
