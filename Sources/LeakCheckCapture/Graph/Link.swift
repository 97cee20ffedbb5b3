/// A reference between two nodes that a graph shows, with everything that is known of it.
struct Link: BitwiseCopyable {
  var source: Int32
  var target: Int32
  /// The number of the property, capture or element in ``LinkNames``.
  var name: Int32
  /// How it was found.
  var operation: Step.Operation
  /// Whether it is an element of a collection.
  var isElement: Bool
  /// For a function: its code; for a relation of tasks: which.
  var code: UInt

  /// The code of the function that the link is, or 0.
  var functionCode: UInt { operation == .function ? code : 0 }
}

/// The names of links, by number.
///
/// Names of properties have the type table's numbers, composed names have negative ones, and the elements of arrays,
/// of which there may be millions, have numbers far below those.
struct LinkNames {
  private let types: TypeTable
  private var properties: [String]
  /// What types say of the properties of each number, as far as there is anything.
  private var erasedTypes: [Int32: String]
  private var valueTypes: [Int32: Metadata]
  /// The types of values in boxes that have the properties of numbers below 0.
  private var boxedTypes: [Int32: Metadata] = [:]
  private var areSpecial: [Bool] = []
  /// The metadata of the classes that properties are declared with, by number, or 0.
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
    // Another capture may have added names since these were read.
    let count = properties.count
    areSpecial = Array(repeating: false, count: count)
    for number in erasedTypes.keys where number < count { areSpecial[Int(number)] = true }
    for number in valueTypes.keys where number < count { areSpecial[Int(number)] = true }
    classAddresses = Array(repeating: 0, count: count)
    for (number, type) in types.classTypes where number < count {
      classAddresses[Int(number)] = type.address
    }
  }

  /// Whether more is known of a property than its name.
  func isSpecial(_ number: Int32) -> Bool {
    if number < 0 { return boxedTypes[number] != nil }
    return Int(number) < areSpecial.count && areSpecial[Int(number)]
  }

  /// The existential type that a property is declared with, or `nil` where it is of no such type.
  func erasedType(of number: Int32) -> String? { erasedTypes[number] }

  /// The class, or the protocol for classes, that a property is declared with, or `nil` where it is of no such type.
  func classType(of number: Int32) -> Metadata? {
    guard number > 0, Int(number) < classAddresses.count else { return nil }
    let address = classAddresses[Int(number)]
    return address == 0 ? nil : Metadata(address: address)
  }

  /// The type of the value in an existential that has the property, or `nil` where no such value has it.
  func valueType(of number: Int32) -> Metadata? { valueTypes[number] ?? boxedTypes[number] }

  /// The text of a number.
  subscript(number: Int32) -> String {
    if let element = Self.element(of: number) { return "[\(element)]" }
    return number < 0 ? others[Int(-1 - number)] : properties[Int(number)]
  }

  /// The position of the array's element whose number this is, or `nil`.
  static func element(of number: Int32) -> Int? {
    number < firstElement / 2 ? Int(number) - Int(firstElement) : nil
  }

  /// The number of an element of an array; `nil` where the array is too large for that.
  func number(ofElement position: Int32) -> Int32? {
    position < -(Self.firstElement / 2) ? Self.firstElement + position : nil
  }

  /// The number of a property's name that a scan has found.
  mutating func number(ofProperty property: Int32) -> Int32 {
    // Reading values may have added types, and so names.
    if Int(property) >= properties.count {
      properties = types.names
      (erasedTypes, valueTypes) = (types.erasedTypes, types.valueTypes)
      noteSpecial()
    }
    return property
  }

  /// The number of the text for a property of a value of `type` in a box.
  mutating func number(of text: String, declaredIn type: Metadata) -> Int32 {
    let number = number(of: text)
    if number < 0 { boxedTypes[number] = type }
    return number
  }

  /// The number of a text.
  mutating func number(of text: String) -> Int32 {
    if text.isEmpty { return 0 }
    if let known = numbers[text] { return known }
    others.append(text)
    numbers[text] = Int32(-others.count)
    return Int32(-others.count)
  }
}
