/// The operators that the sources declare.
extension SourceModel {
  typealias Operator = (type: String?, function: MethodModel)

  /// The key of an operator: its functions differ only in types, and a dot would split the key.
  static func key(ofOperator name: String, _ index: Int) -> String {
    "operator\(index)_" + name.replacing(".", with: "dot")
  }

  func ownOperators() -> [String: [Operator]] {
    let all =
      functions.map { (nil, $0) } + types.flatMap { type in type.methods.map { (type.name, $0) } }
    return Dictionary(
      grouping: all.filter { $0.1.isOperator && $0.1.parameters.count == 2 && $0.1.body != nil },
      by: \.1.name)
  }
}
