/// The superclasses that declare the properties of a capture's classes, each found once.
///
/// A fix is written where a property is declared, not in the class of the object that has it.
struct DeclaringClasses {
  private let layouts: PageArray<TypeLayout>
  /// Whether objects of a layout have a superclass of Swift; `nil` where nobody has asked.
  private var inherits: [Bool?]
  /// The names by layout and number of the property; empty for those of the class itself.
  private var names: [Int64: String] = [:]

  init(of layouts: PageArray<TypeLayout>) {
    self.layouts = layouts
    inherits = Array(repeating: nil, count: layouts.count)
  }

  /// Whether objects with this layout number may have inherited properties.
  ///
  /// - Complexity: O(1).
  mutating func mayInherit(_ layout: Int32) -> Bool {
    if let known = inherits[Int(layout)] { return known }
    let shown = layouts[Int(layout)]
    let isKnown = shown.shape == .instance && shown.type.superclass?.declaration != nil
    inherits[Int(layout)] = isKnown
    return isKnown
  }

  /// The name of the superclass of the program's own that declares a property, or `nil`.
  ///
  /// The property belongs to objects with this layout number; its name has the given number.
  ///
  /// - Complexity: O(1); at first O(properties of the superclasses).
  mutating func name(
    of layout: Int32, declaring number: Int32, _ property: String
  ) -> String? {
    guard mayInherit(layout) else { return nil }
    let key = Int64(layout) << 32 | Int64(UInt32(bitPattern: number))
    let name = names[key] ?? Self.name(of: layouts[Int(layout)].type, declaring: property)
    names[key] = name
    return name.isEmpty ? nil : name
  }

  private static func name(of type: Metadata, declaring property: String) -> String {
    var current: Metadata? = type
    while let next = current, let declaration = next.declaration {
      let fields = declaration.fields
      let isObservable = fields.contains { $0.name == PropertyName.registrar }
      if fields.contains(where: {
        PropertyName($0.name, isObservable: isObservable).text == property
      }) {
        let isOther = next.address != type.address && ModuleSources.isOwn(next)
        return isOther ? TypeText.plain(next) ?? "" : ""
      }
      current = next.superclass
    }
    return ""
  }
}
