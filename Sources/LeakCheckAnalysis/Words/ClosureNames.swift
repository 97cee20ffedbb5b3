import LeakCheckGraph

/// What the names of closures say.
extension CutWords {
  /// The method that a closure's name says it is made of, or `nil`.
  static func boundMethod(_ name: String) -> String? {
    let prefix = "bound method "
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
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
