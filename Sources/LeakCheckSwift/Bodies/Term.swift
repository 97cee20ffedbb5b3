import LeakCheckLifecycle

/// What an expression stands for in the scenario.
indirect enum Term {
  /// A value that holds no object.
  case nothing
  case null
  /// What a place holds.
  case object(String, TypeReference)
  /// A closure or a bound method.
  case function(Value)
  case many([Term])
  /// Something that a framework makes and keeps, such as a timer: it is made where it is known who gets it.
  case service(String, (inout ActionList, Place?) -> Void)
  /// A `UIAction` with its handler.
  case handler(Value)
  /// A gesture recogniser with the place of its target.
  case gesture(String)
  /// A publisher at a place, with the closures of the operators behind it.
  case publisher(String, [ClosureLiteral])
  /// A type itself.
  case type(String)
  /// Nobody knows.
  case unknown

  var place: String? { if case .object(let place, _) = self { place } else { nil } }

  var typeName: String? {
    switch self {
    case .object(_, let type): type.name
    case .service(let name, _): name
    default: nil
    }
  }
}

/// What a name of a body stands for.
enum Binding {
  case object(String, TypeReference)
  /// A name for something that holds no object.
  case value
  case term(Term)
}
