import LeakCheckLifecycle

/// The meaning of an expression in the scenario.
indirect enum Term {
  /// A value that holds no object.
  case nothing
  case null
  /// The object at a place.
  case object(String, TypeReference)
  /// A closure or a bound method.
  case function(Value)
  case many([Term])
  /// The entries of a dictionary, or the associated values of an enum case, by key if it is known.
  case keyed(TypeReference, [(key: String?, term: Term)])
  /// The index, in a collection, of the object at a place.
  case index(of: String)
  /// An object that a framework creates and keeps, such as a timer: it is created once its owner is known.
  case service(String, (inout ActionList, Place?) -> Void)
  /// A `UIAction` with its handler.
  case handler(Value)
  /// A gesture recognizer, with the place of its target.
  case gesture(String)
  /// A publisher at a place, with the closures and methods of its operators.
  case publisher(String, [Value])
  /// A type itself.
  case type(String)
  /// An unknown value.
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
  /// A name for a value without objects.
  case value
  case term(Term)
}
