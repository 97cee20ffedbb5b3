/// A site with the form of a pattern, before the meaning of its names is known.
struct PatternSite: Sendable {
  /// A property of the object itself, as written in the source.
  struct Property: Sendable, Equatable {
    var name: String
    /// Whether the property is a collection that gets the value.
    var isElement = false
  }

  /// The use of a value at the place that creates it.
  struct Fate: Sendable {
    /// The property that keeps it.
    var property: Property?
    /// Whether a run loop gets it.
    var isScheduled = false
    /// Whether it goes somewhere that cannot be followed.
    var isPassed = false

    /// Whether it is unused.
    var isDropped: Bool { property == nil && !isScheduled && !isPassed }
  }

  /// The way in which the value holds the object.
  enum Hold: Sendable {
    /// A closure of the source.
    case closure
    /// A method of the object, used as a closure.
    case method(String)
    /// The object itself, as an argument; a timer calls one of its methods.
    case object(selector: String?)
  }

  var pattern: LeakPattern
  var fate: Fate
  var hold: Hold
  /// The enclosing declaration, by its number in the file.
  var type: Int
  var member: String
  /// The place that holds the object.
  var offset: Int
  /// The range after which code can end it.
  var range: Range<Int>
}
