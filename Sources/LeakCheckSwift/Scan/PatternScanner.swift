import LeakCheckLifecycle
public import LeakCheckText
import SwiftSyntax

/// A scanner for narrow patterns in whole folders of Swift, without running anything.
///
/// It reads twice. First it finds, one file at a time, the places with the form of a pattern and the declarations of
/// types. Then it finds, in relevant files, the uses of the properties that hold something. It keeps nothing else of a
/// file.
public struct PatternScanner: Sendable {
  /// The result of a scan: the matches and the skipped files.
  public struct Scan: Sendable {
    /// The matches, by file, line and column.
    public var matches: [PatternMatch] = []
    /// The number of files read.
    public var files: Int = 0
    /// The number of bytes read.
    public var bytes: Int = 0
    /// The number of types declared.
    public var types: Int = 0
    /// The skipped files, each with its reason.
    public var problems: [InputError] = []
  }

  /// The largest file to read; nobody writes larger ones by hand.
  public static let mostBytes: Int = 8 << 20

  /// Creates a scanner.
  public init() {}

  /// Scans files together, in any order.
  ///
  /// The declarations of each file are visible to the others.
  ///
  /// - Complexity: O(bytes), and O(bytes) again for files with a type that has a match.
  public func scan(_ files: [SwiftReader.File]) -> Scan {
    let sorted = files.sorted { $0.name < $1.name }
    return DeepStack.run { Self.scan(sorted) }
  }

  private static func scan(_ files: [SwiftReader.File]) -> Scan {
    var scan = Scan()
    var facts: [FileFacts] = []
    for file in files {
      do throws(InputError) {
        facts.append(try Self.facts(of: file))
        scan.files += 1
        scan.bytes += file.bytes.count
      } catch {
        facts.append(FileFacts())
        scan.problems.append(error)
      }
    }
    let index = TypeIndex(facts)
    scan.types = facts.reduce(0) { $0 + $1.types.count { $0.kind != .extensionOfType } }
    var judge = PatternJudge(index: index, facts: facts)
    judge.look(through: files)
    scan.matches = files.indices.flatMap { judge.matches(in: $0, of: files[$0]) }
    return scan
  }

  private static func facts(of file: SwiftReader.File) throws(InputError) -> FileFacts {
    let visitor = SiteVisitor()
    visitor.walk(try SourceFile(scanning: file).tree)
    return FileFacts(types: visitor.types, aliases: visitor.aliases, sites: visitor.sites)
  }
}
