import LeakCheckGraph

/// What the names of closures say.
extension CutWords {
  /// The method that a closure's name says it is made of, without its type, or `nil`: `bound method load()`, or the
  /// method alone with its type, as `Screen.load()`.
  static func boundMethod(_ name: String) -> String? {
    let prefix = "bound method "
    if name.hasPrefix(prefix) {
      let method = name.dropFirst(prefix.count)
      let dot = method.prefix { $0 != "(" }.lastIndex(of: ".")
      return String(dot.map { method[method.index(after: $0)...] } ?? method)
    }
    let partial = ["partial apply forwarder for ", "partial apply for "]
      .first(where: name.hasPrefix)
    let method = name.dropFirst(partial?.count ?? 0)
    guard method.hasSuffix(")"), let open = method.firstIndex(of: "("),
      let dot = method[..<open].lastIndex(of: "."), !method.contains(" ")
    else { return nil }
    return String(method[method.index(after: dot)...])
  }

  /// A call of a method with what a closure is given: `move(to: $0, at: $1)` for `move(to:at:)`.
  static func call(of method: String) -> String {
    guard method.hasSuffix(")"), let open = method.firstIndex(of: "(") else { return method + "()" }
    let labels = method[method.index(after: open)...].dropLast().split(separator: ":")
    let arguments = labels.enumerated().map { $1 == "_" ? "$\($0)" : "\($1): $\($0)" }
    return "\(method[..<open])(\(arguments.joined(separator: ", ")))"
  }

  /// The type of a closure as one writes it, such as `(Int) -> String`; `nil` where it has another name.
  static func closureType(_ closure: ObjectGraph.Object) -> String? {
    let type = closure.type
    guard type.hasPrefix("("), type.contains(") -> ") else { return nil }
    return type.allSatisfy { $0.isLetter || $0.isNumber || "_.,:?!&@<>[]()- ".contains($0) }
      ? type : nil
  }

  /// Names for what a closure is given, by its type: none where that is not known.
  static func parameters(of closure: ObjectGraph.Object) -> [String] {
    guard let type = closureType(closure) else { return [] }
    var (depth, count) = (0, 1)
    let list = type.replacing("->", with: "").prefix { letter in
      switch letter {
      case "(", "[", "<": depth += 1
      case ")", "]", ">": depth -= 1
      case ",": count += depth == 1 ? 1 : 0
      default: break
      }
      return depth > 0
    }
    if list.dropFirst().allSatisfy({ $0 == " " }) { return [] }
    return count == 1 ? ["value"] : (1...count).map { "value\($0)" }
  }

  /// Whether a closure's name is that of a function inside another, such as `retry() in Screen.load()`.
  static func isLocalFunction(_ closure: String) -> Bool {
    guard let place = closure.firstRange(of: " in ") else { return false }
    return closure[..<place.lowerBound].hasSuffix(")")
  }

  /// The function whose code hands over a method as a value, by the compiler's name for the closure around it.
  static func ownMethod(_ closure: String) -> String? {
    guard closure.hasPrefix("implicit closure #") else { return nil }
    return closure.split(separator: " in ").last.map(String.init)
  }
}
