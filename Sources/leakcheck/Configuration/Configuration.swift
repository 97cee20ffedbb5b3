import LeakCheckAnalysis
import LeakCheckReport
import LeakCheckText

/// A project's configuration, from the file `.leakcheck.json` beside its `Package.swift`.
struct Configuration {
  /// Ownership in the project's own types, or in a library that the catalog lacks.
  struct Ownership {
    var holder: [String]
    var references: [String]
    var row: FrameworkRow
    var ownership: FrameworkRow.Ownership
    var event: String?
  }

  /// A known cycle that is accepted as a warning.
  struct Leak {
    var types: [String]
    var because: String
    var ticket: String
    /// The last day on which it is a warning, or `nil` for no end.
    var until: CalendarDay?
    var leak: KnownLeak
  }

  /// The file that it was read from; `nil` where there is none.
  var path: String?
  /// Patterns of modules that are the project's, whatever a graph says.
  var ownModules: [String] = []
  /// Patterns of modules that are somebody else's.
  var foreignModules: [String] = []
  var ownership: [Ownership] = []
  var leaks: [Leak] = []
  /// Patterns of objects that should be gone.
  var expectGone: [String] = []
  /// Patterns of objects that are held from outside.
  var roots: [String] = []

  /// The leaks that are known on a day.
  func leaks(on today: CalendarDay?) -> [Leak] {
    leaks.filter { leak in
      guard let until = leak.until, let today else { return true }
      return today <= until
    }
  }

  /// The catalogue that is built in, with what the project adds to it on a day.
  func catalogue(on today: CalendarDay?) -> FrameworkCatalogue {
    guard !ownership.isEmpty || !leaks.isEmpty else { return .builtIn }
    return .builtIn.adding(rows: ownership.map(\.row), leaks: leaks(on: today).map(\.leak))
  }

  /// Whether the type of an object is of a module that a pattern names.
  ///
  /// `Vendor` is the module of `Vendor.Player<Int>`; of `com.vendor.Player` the patterns `com` and `com.vendor` speak.
  static func isType(_ type: String, of modules: [Glob]) -> Bool {
    let plain = type.prefix { $0 != "<" && $0 != " " && $0 != "(" }
    return modules.contains { $0.matchesStart(of: plain, before: ".") }
  }
}
