import LeakCheckLocks

/// The owner of each module in this process, judged by where its sources are.
///
/// Line tables name the source file of each piece of code. Dependencies fetched by a package manager are in a folder
/// `checkouts`; the rest is the package under test, its neighbors and the tests. A module without line tables counts as
/// the program's unless it is a framework's.
enum ModuleSources {
  private static let known: Mutex<[String: Bool]> = Mutex([:])

  /// Whether the module that declares a class has its sources in the package under test.
  ///
  /// - Complexity: O(ranges of all compilations) for the first class of a module.
  static func isOwn(_ type: Metadata) -> Bool {
    let module = type.declaration?.module ?? ""
    // The deallocating code of a class precedes its metadata.
    return isOwn(module: module) { type.kind == .classType ? type.word(-16) : nil }
  }

  /// Whether a module has its sources in the package under test; `code` is an address in the module.
  static func isOwn(module: String, code: () -> UInt?) -> Bool {
    guard ModuleOwner.isApp(module) else { return false }
    if let known = known.withLock({ $0[module] }) { return known }
    let isOwn = code().flatMap(source).map { !isFetched($0) } ?? true
    known.withLock { $0[module] = isOwn }
    return isOwn
  }

  /// Whether a source file belongs to a dependency.
  static func isFetched(_ path: String) -> Bool { path.contains("/checkouts/") }

  /// The source file of the code at an address.
  private static func source(of code: UInt) -> String? {
    guard let place = LoadedImages().place(of: UInt64(code)), let path = place.image.file,
      let file = ELFFile(path: path), let lines = LineTable(file)
    else { return nil }
    return lines.source(of: place.fileAddress)
  }
}
