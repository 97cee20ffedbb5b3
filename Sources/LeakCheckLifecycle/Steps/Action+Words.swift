import LeakCheckGraph

extension Action {
  /// The action in a line, as `push screen, on nav`; closures are told apart by what they capture.
  var text: String {
    guard !operands.isEmpty else { return word.name }
    // The word that begins an action is one of its keys, or a group that the keys name.
    let parts = operands.compactMap { key, operand -> String? in
      let plain = key.split(separator: ".").last.map(String.init) ?? key
      guard let text = operand.text else { return key == word.key ? plain : nil }
      return text.isEmpty ? plain : "\(plain) \(text)"
    }
    let isNamed = operands.contains { $0.key == word.key }
    return (isNamed ? parts : ["\(word.key) \(parts.first ?? "")"] + parts.dropFirst())
      .joined(separator: ", ")
  }
}

extension Operand {
  /// The operand in a line; `nil` for what has a line of its own.
  fileprivate var text: String? {
    switch self {
    case .place(let place): place.shown
    case .places(let places): places.map { $0.shown }.joined(separator: " ")
    case .value(let value): value.text
    case .values(let values): values.map(\.text).joined(separator: " ")
    case .names(let names): names.map(LocalName.shown).joined(separator: " ")
    case .text(let text): LocalName.shown(text)
    case .number(let number):
      number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)"
    case .truth(let truth): "\(truth)"
    case .null: "null"
    case .actions, .properties: nil
    }
  }
}

extension Value {
  fileprivate var text: String {
    switch self {
    case .null: "null"
    case .place(let place): place.shown
    case .method(let place): "the method \(place.shown)"
    case .weakBox(let place): "a weak box of \(place.shown)"
    case .copy(let place): "a copy of \(place.shown)"
    case .closure(let literal): literal.text
    }
  }
}

extension ClosureLiteral {
  /// The closure as Swift would begin it.
  fileprivate var text: String {
    let list = captures.map { name, strength in
      let name = LocalName.shown(name)
      return strength == .strong ? name : "\(strength.rawValue) \(name)"
    }
    return list.isEmpty ? "{ … }" : "{ [\(list.joined(separator: ", "))] … }"
  }
}
