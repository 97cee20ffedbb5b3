package import LeakCheckGraph

extension ObjectGraph.Reference {
  /// The existential type that its property is declared with, such as `Any`, where whoever made the graph says so.
  var erasedType: String? { extensionText(of: "x-declared") }

  /// The class that its property is declared with, or the protocol as `any Delegate`, where whoever made the graph says
  /// so: the target may be of a subclass.
  var declaredClass: String? { extensionText(of: "x-class") }

  /// Whether its property holds a value of a type that says not what it holds, such as one that cannot be copied.
  var isInValue: Bool {
    let extensions = extensions
    return !extensions.isEmpty && extensions.contains("\"x-inValue\": true")
  }

  /// The property and the type that declares it, where that is not the holder's own.
  ///
  /// That is a superclass, or the type of a value that the holder has in a property of any type: the reference's name is
  /// then that of the value, and behind a dot that of the property.
  package var declaration: (property: String, type: String)? {
    guard let type = declaringType,
      let property = name.split(separator: ".").last.map(String.init), CutWords.isProperty(property)
    else { return nil }
    return (property, type)
  }

  /// The type that declares the property, where that is not the holder's own and whoever made the graph says so.
  var declaringType: String? { extensionText(of: "x-declaredIn") }

  /// A text that whoever made the graph says besides; escapes are not read.
  private func extensionText(of key: String) -> String? {
    DeclaredType.text(of: key, in: extensions)
  }
}

/// What whoever made a graph says of a property's declaration, in members that begin with `x-`.
enum DeclaredType {
  /// The text of a member among others, or `nil` where there is none, or none that is plain.
  static func text(of key: String, in members: String) -> String? {
    // Most have none, and a search prepares its pattern before it looks.
    guard !members.isEmpty, let key = members.firstRange(of: "\"\(key)\": \"") else { return nil }
    let value = members[key.upperBound...].prefix { $0 != "\"" }
    return value.isEmpty || value.contains("\\") ? nil : String(value)
  }
}
