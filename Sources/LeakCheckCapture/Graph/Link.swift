/// A reference between two shown nodes, with all known facts.
struct Link: BitwiseCopyable {
  var source: Int32
  var target: Int32
  /// The number of the property, capture or element in ``LinkNames``.
  var name: Int32
  /// How it was found.
  var operation: Step.Operation
  /// Whether the target is an element of a collection.
  var isElement: Bool
  /// The code of a function, or the relation of two tasks.
  var code: UInt

  /// The function's code, or 0 for other links.
  var functionCode: UInt { operation == .function ? code : 0 }
}

/// The names of links, by number.
///
/// Property names have the type table's numbers, composed names have negative ones. The elements of arrays, possibly
/// millions, have numbers far below those.
struct LinkNames {
  private let types: TypeTable
  private var properties: [String]
  /// The declared existential types of properties, by name number, if any.
  private var erasedTypes: [Int32: String]
  private var valueTypes: [Int32: Metadata]
  /// The types of boxed values, for property numbers below 0.
  private var boxedTypes: [Int32: Metadata] = [:]
  private var areSpecial: [Bool] = []
  /// The metadata of properties' declared classes, by number, or 0.
  private var classAddresses: [UInt] = []
  private var others: [String] = []
  private var numbers: [String: Int32] = [:]

  /// The number of an array's first element.
  private static let firstElement = Int32.min

  init(of types: TypeTable) {
    self.types = types
    properties = types.names
    erasedTypes = types.erasedTypes
    valueTypes = types.valueTypes
    noteSpecial()
  }

  private mutating func noteSpecial() {
    // Another capture may have added names in the meantime.
    let count = properties.count
    areSpecial = Array(repeating: false, count: count)
    for number in erasedTypes.keys where number < count { areSpecial[Int(number)] = true }
    for number in valueTypes.keys where number < count { areSpecial[Int(number)] = true }
    classAddresses = Array(repeating: 0, count: count)
    for (number, type) in types.classTypes where number < count {
      classAddresses[Int(number)] = type.address
    }
  }

  /// Whether a property has facts besides its name.
  func isSpecial(_ number: Int32) -> Bool {
    if number < 0 { return boxedTypes[number] != nil }
    return Int(number) < areSpecial.count && areSpecial[Int(number)]
  }

  /// The declared existential type of a property, or `nil` if it is of another kind.
  func erasedType(of number: Int32) -> String? { erasedTypes[number] }

  /// The declared class or class protocol of a property, or `nil` if it is of another kind.
  func classType(of number: Int32) -> Metadata? {
    guard number > 0, Int(number) < classAddresses.count else { return nil }
    let address = classAddresses[Int(number)]
    return address == 0 ? nil : Metadata(address: address)
  }

  /// The type of the existential's value that has the property, or `nil` if there is none.
  func valueType(of number: Int32) -> Metadata? { valueTypes[number] ?? boxedTypes[number] }

  /// The text for a number.
  subscript(number: Int32) -> String {
    if let element = Self.element(of: number) { return "[\(element)]" }
    return number < 0 ? others[Int(-1 - number)] : properties[Int(number)]
  }

  /// The array position for an element's number, or `nil`.
  static func element(of number: Int32) -> Int? {
    number < firstElement / 2 ? Int(number) - Int(firstElement) : nil
  }

  /// The number of an array element; `nil` if the array is too large.
  func number(ofElement position: Int32) -> Int32? {
    position < -(Self.firstElement / 2) ? Self.firstElement + position : nil
  }

  /// The number of a property name found by a scan.
  mutating func number(ofProperty property: Int32) -> Int32 {
    // Reading values may have added types, and with them names.
    if Int(property) >= properties.count {
      properties = types.names
      (erasedTypes, valueTypes) = (types.erasedTypes, types.valueTypes)
      noteSpecial()
    }
    return property
  }

  /// The number of the text for a property of a boxed value of `type`.
  mutating func number(of text: String, declaredIn type: Metadata) -> Int32 {
    let number = number(of: text)
    if number < 0 { boxedTypes[number] = type }
    return number
  }

  /// The number for a text.
  mutating func number(of text: String) -> Int32 {
    if text.isEmpty { return 0 }
    if let known = numbers[text] { return known }
    others.append(text)
    numbers[text] = Int32(-others.count)
    return Int32(-others.count)
  }
}
