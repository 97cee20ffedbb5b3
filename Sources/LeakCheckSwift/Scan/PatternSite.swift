/// A place that has the form of a pattern, before it is known what its names mean.
struct PatternSite: Sendable {
  /// A property of the object itself, as a source names it.
  struct Property: Sendable, Equatable {
    var name: String
    /// Whether the value is put into it, beside others.
    var isElement = false
  }

  /// The use of a value where it is made.
  struct Fate: Sendable {
    /// The property that it is kept in.
    var property: Property?
    /// Whether a run loop is given it.
    var isScheduled = false
    /// Whether it goes where nobody can follow it.
    var isPassed = false

    /// Whether nothing is done with it.
    var isDropped: Bool { property == nil && !isScheduled && !isPassed }
  }

  /// The way in which it holds the object.
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
  /// The declaration that it stands in, among those of its file.
  var type: Int
  var member: String
  /// Where the object is held.
  var offset: Int
  /// From where on nothing can end it before it begins.
  var range: Range<Int>
}
