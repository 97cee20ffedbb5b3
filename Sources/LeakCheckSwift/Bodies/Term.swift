import LeakCheckLifecycle

/// The meaning of an expression in the scenario.
indirect enum Term {
  /// A value that holds no object.
  case nothing
  case null
  /// What a place holds.
  case object(String, TypeReference)
  /// A closure or a bound method.
  case function(Value)
  case many([Term])
  /// The entries of a dictionary, or what a case of an enum has, by the key where that is known.
  case keyed(TypeReference, [(key: String?, term: Term)])
  /// Where in a collection what a place holds is.
  case index(of: String)
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
    case .keyed(let type, _): type.name
    default: nil
    }
  }
}

/// The meaning of a name in a body.
enum Binding {
  case object(String, TypeReference)
  /// A name for something that holds no object.
  case value
  case term(Term)
}
