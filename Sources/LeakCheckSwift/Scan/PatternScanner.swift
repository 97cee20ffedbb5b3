import LeakCheckLifecycle
public import LeakCheckText
import SwiftSyntax

/// Finds the narrow patterns of whole folders of Swift, without running anything.
///
/// Two readings: one file at a time, where places have the form of a pattern and what types declare; then, of files
/// that have a say in it, what is done with the properties that keep something. Of no file more than that is kept.
public struct PatternScanner: Sendable {
  /// The result: what was found, and what could not be looked at.
  public struct Scan: Sendable {
    /// The matches by file, line and column.
    public var matches: [PatternMatch] = []
    /// How many files were read.
    public var files: Int = 0
    /// How many bytes they have.
    public var bytes: Int = 0
    /// How many types they declare.
    public var types: Int = 0
    /// The files that are passed over, each with its reason.
    public var problems: [InputError] = []
  }

  /// More than this of a file is nothing that somebody wrote.
  public static let mostBytes: Int = 8 << 20

  /// A scanner.
  public init() {}

  /// Scans files together, in any order.
  ///
  /// What one declares, the others know.
  ///
  /// - Complexity: O(bytes), and O(bytes) once more for files with a type of which something was found.
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
