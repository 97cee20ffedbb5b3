import Foundation
import LeakCheckImport
import LeakCheckText

/// The inputs that arguments name: files, and all graphs, scenarios or sources in folders.
enum GraphFiles {
  /// The kind of files to look for in a folder.
  enum Content { case graphs, scenarios, sources }

  /// The suffixes of files that are graphs whatever they hold, and of those that may hold something else.
  private static let graphs = ["lcgraph", "heapsnapshot", "hprof", "leaks"]

  /// The paths of all graphs, those of a folder by name.
  static func paths(
    of arguments: [String], wanting content: Content = .graphs
  ) throws -> [String] {
    try arguments.flatMap { argument -> [String] in
      guard argument != "-", isFolder(argument) else { return [argument] }
      let found = try paths(in: argument).filter(test(of: content))
      guard !found.isEmpty else { throw nothing(in: argument, content) }
      return content == .scenarios ? ScenarioFiles.readable(found) : found
    }
  }

  private static func test(of content: Content) -> (String) -> Bool {
    switch content {
    case .graphs: isGraph
    case .scenarios: isScenario
    case .sources: ScenarioFiles.isSwift
    }
  }

  private static func nothing(in folder: String, _ content: Content) -> any Error {
    let folder = Quotation.escaped(folder)
    return switch content {
    case .graphs:
      Console.failure(
        "no graph in the folder \(folder): expected files that end in .json, .lcgraph,"
          + " .heapsnapshot, .hprof or .leaks, or those with .gz behind")
    case .scenarios:
      Console.failure(
        "no scenario in the folder \(folder): expected .json with \"scenario\" and \"steps\", or .swift"
      )
    case .sources:
      Console.failure("no Swift in the folder \(folder): expected files that end in .swift")
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The graphs in a folder and in those in it; hidden ones and links are passed over.
  private static func paths(in folder: String) throws -> [String] {
    guard let walk = FileManager.default.enumerator(atPath: folder) else {
      throw Console.failure("cannot read \(Quotation.escaped(folder)): permission denied")
    }
    var paths: [String] = []
    while let path = walk.nextObject() as? String {
      if path.split(separator: "/").last?.hasPrefix(".") == true {
        walk.skipDescendants()
        continue
      }
      let type = walk.fileAttributes?[.type] as? FileAttributeType
      if type == .typeRegular {
        paths.append((folder.hasSuffix("/") ? folder : folder + "/") + path)
      }
    }
    return paths.sorted()
  }

  private static func isScenario(_ path: String) -> Bool {
    guard path.lowercased().hasSuffix(".json") else { return ScenarioFiles.isSwift(path) }
    return JSONHead(of: path).isScenario
  }

  /// Whether a file is meant to be a graph: by its suffix, and JSON by its first keys.
  private static func isGraph(_ path: String) -> Bool {
    let suffixes = path.lowercased().split(separator: ".").dropFirst()
    let suffix = suffixes.last == "gz" ? suffixes.dropLast().last : suffixes.last
    guard let suffix else { return false }
    if graphs.contains(String(suffix)) { return true }
    guard suffix == "json" else { return false }
    // What is compressed is read when its turn comes.
    if suffixes.last == "gz" { return true }
    let head = JSONHead(of: path)
    if head.isUnreadable {
      Console.say(
        "note: \(Quotation.escaped(path)) is passed over: it is empty, cut short or no JSON object;"
          + " give it by its name to see what is wrong")
    }
    return head.isGraph
  }
}
