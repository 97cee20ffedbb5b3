import LeakCheckLocks

/// The owner of each module of this process, by the place of its sources.
///
/// Line tables name the file that a piece of code was compiled from. What a package manager has fetched lies below a
/// folder `checkouts`; the rest is the package under test, its neighbours and the tests. A module without line tables
/// that is no framework's counts as the program's.
enum ModuleSources {
  private static let known: Mutex<[String: Bool]> = Mutex([:])

  /// Whether the sources of the module that declares a class lie in the package under test.
  ///
  /// - Complexity: O(ranges of all compilations) for the first class of a module.
  static func isOwn(_ type: Metadata) -> Bool {
    let module = type.declaration?.module ?? ""
    // In front of a class's metadata stands the code that frees an instance.
    return isOwn(module: module) { type.kind == .classType ? type.word(-16) : nil }
  }

  /// Whether the sources of a module lie in the package under test, a part of which `code` is.
  static func isOwn(module: String, code: () -> UInt?) -> Bool {
    guard ModuleOwner.isApp(module) else { return false }
    if let known = known.withLock({ $0[module] }) { return known }
    let isOwn = code().flatMap(source).map { !isFetched($0) } ?? true
    known.withLock { $0[module] = isOwn }
    return isOwn
  }

  /// Whether a source file is a dependency's.
  static func isFetched(_ path: String) -> Bool { path.contains("/checkouts/") }

  /// The file that the code at an address was compiled from.
  private static func source(of code: UInt) -> String? {
    guard let place = LoadedImages().place(of: UInt64(code)), let path = place.image.file,
      let file = ELFFile(path: path), let lines = LineTable(file)
    else { return nil }
    return lines.source(of: place.fileAddress)
  }
}
