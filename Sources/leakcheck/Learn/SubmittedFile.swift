#if LEAKCHECK_SWIFT
import Foundation
import LeakCheckText

/// Submitted files: plain files of a size that people write by hand.
enum SubmittedFile {
  private static let mostBytes = 1 << 20

  static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// Why a file is not read, or `nil`; links, pipes and devices are not.
  static func refusal(of path: String) -> String? {
    guard let facts = try? FileManager.default.attributesOfItem(atPath: path) else {
      return "there is no such file"
    }
    guard facts[.type] as? FileAttributeType == .typeRegular else {
      return "it is not a regular file"
    }
    let size = (facts[.size] as? NSNumber)?.intValue ?? 0
    return size > mostBytes ? "it is larger than 1 MB" : nil
  }

  /// The text of a file that must be there.
  static func text(at path: String) throws -> String {
    if let refusal = refusal(of: path) {
      throw Console.failure("cannot read \(Quotation.escaped(path)): \(refusal)")
    }
    return String(decoding: try Files.read(path), as: UTF8.self)
  }
}
#endif
