import Foundation
import LeakCheckImport

/// Reads and writes files whole: what is written is either all there or not at all.
enum Files {
  /// The dump at `path`, mapped where it is a large file, or from standard input for `-`.
  static func dump(_ path: String) throws -> DumpFile {
    if path != "-", let mapped = DumpFile(mapping: path) { return mapped }
    return DumpFile(try read(path), source: path == "-" ? "standard input" : path)
  }

  /// The bytes of the file at `path`, or of standard input for `-`.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      let data =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data()
        : try Data(contentsOf: URL(fileURLWithPath: path))
      return [UInt8](data)
    } catch {
      throw Console.failure("cannot read \(Quotation.escaped(path)): \(reason(error, path: path))")
    }
  }

  /// Writes `bytes` to the file at `path`, which is replaced in one step; `-` is standard output.
  static func write(_ bytes: [UInt8], to path: String) throws {
    if path == "-" { return FileHandle.standardOutput.write(Data(bytes)) }
    do {
      let isSpecial = FileManager.default.fileExists(atPath: path) && !isRegular(path)
      try Data(bytes).write(
        to: URL(fileURLWithPath: path), options: isSpecial ? [] : [.atomic])
    } catch {
      throw Console.failure("cannot write \(Quotation.escaped(path)): \(reason(error, path: path))")
    }
  }

  /// A device or pipe cannot be replaced by a new file.
  private static func isRegular(_ path: String) -> Bool {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    let type = attributes?[.type] as? FileAttributeType
    return type == .typeRegular || type == .typeSymbolicLink
  }

  private static func reason(_ error: any Error, path: String) -> String {
    let exists = FileManager.default.fileExists(atPath: path)
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    if type == .typeDirectory { return "it is a folder" }
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file or folder"
    case .fileReadNoPermission, .fileWriteNoPermission: return "permission denied"
    case .fileWriteOutOfSpace: return "the disk is full"
    case .fileReadTooLarge: return "it is too large for the memory"
    default:
      return exists ? "\(error.localizedDescription)" : "there is no such file or folder"
    }
  }
}
