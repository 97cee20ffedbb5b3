import LeakCheckGraph

extension Cut.Step {
  /// What takes an object of a class out of a list of the app's: in its own code where a property leads to the list, else
  /// in a method of what has it.
  var listChange: (before: String, after: String)? {
    guard let list = MemberList(of: reference), [.listed, .listening].contains(role) else {
      return nil
    }
    let (holder, target) = (list.holder, reference.target)
    guard holder.owner == .app, target.owner == .app, reference.until == nil,
      CutWords.isProperty(list.name), Self.isClassName(target.type),
      ![.closure, .task, .collection, .box].contains(target.kind),
      !target.kind.isOfValue
    else { return nil }
    let property =
      list.isNamedTwice
      ? nil
      : target.references.first {
        $0.target.index == holder.index && $0.kind == .property && CutWords.isProperty($0.name)
      }
    if let property {
      let mark = property.strength == .weak ? "?" : ""
      return ("", list.removing("self", from: "\(property.name)\(mark).\(list.name)"))
    }
    if holder.type == target.type + ".Type" {
      return ("", list.removing("self", from: "Self.\(list.name)"))
    }
    let type = target.type.split(separator: ".").last.map(String.init) ?? target.type
    let parameter = type.prefix(1).lowercased() + type.dropFirst()
    let prefix = holder.type.hasSuffix(".Type") ? "static " : CutWords.prefix(ofMembersOf: holder)
    return (
      "",
      "\(prefix)func remove(_ \(parameter): \(target.type)) {\n  \(list.removing(parameter, from: list.name))\n}"
    )
  }
}

/// The list that an object of a class is in: an array, a set or a dictionary that a property has.
private struct MemberList {
  /// The object that has the property, also where the list is an object of its own.
  let holder: ObjectGraph.Object
  /// The property.
  let name: String
  private let form: Form

  private enum Form { case array, set, dictionary }

  /// The list that has an element, or `nil` where a reference is none, or the list is in several places or in none that has
  /// a name.
  init?(of reference: ObjectGraph.Reference) {
    let source = reference.source
    guard source.kind == .collection else {
      guard reference.kind == .element else { return nil }
      (holder, name, form) = (source, reference.name, .array)
      return
    }
    guard let form = Self.form(of: source.type, for: reference.target.type) else { return nil }
    let referrers = source.referrers
    guard referrers.count == 1, let only = referrers.first, only.kind == .property else {
      return nil
    }
    (holder, name, self.form) = (only.source, only.name, form)
  }

  /// How a collection of some type lists objects of a class, as far as its type tells what it takes.
  private static func form(of type: String, for element: String) -> Form? {
    if type == "Set<\(element)>" { return .set }
    if type.hasPrefix("Dictionary<") || type.hasPrefix("[") && type.contains(": ") {
      let values = type.dropLast().split(separator: type.hasPrefix("[") ? ": " : ", ").last
      return values.map(String.init).map(isOfClass) == true ? .dictionary : nil
    }
    guard type.hasPrefix("Array<") || type.hasPrefix("["), !type.contains(":") else { return nil }
    return .array
  }

  private static func isOfClass(_ type: String) -> Bool {
    let name = type.hasPrefix("any ") ? String(type.dropFirst("any ".count)) : type
    return name != "Any" && Cut.Step.isClassName(name)
  }

  /// Whether the statement that takes something out names the list twice, which a chain with question marks cannot.
  var isNamedTwice: Bool { form == .dictionary }

  /// The statement that takes `member` out of the list that `way` leads to.
  func removing(_ member: String, from way: String) -> String {
    switch form {
    case .array: "\(way).removeAll { $0 === \(member) }"
    case .set: "\(way).remove(\(member))"
    case .dictionary: "\(way) = \(way).filter { $0.value !== \(member) }"
    }
  }
}
