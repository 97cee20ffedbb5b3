import ArgumentParser
import Foundation
import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

/// Reading and atomic writing of whole files.
enum Files {
  /// The bytes of the file or the pipe at `path`, or of standard input for `-`.
  static func read(_ path: String) throws -> [UInt8] {
    do {
      // Foundation reads what is in files, and from a handle what a pipe or a device holds.
      let url = URL(fileURLWithPath: path)
      let device = path != "-" && Output.isSpecial(path) ? try FileHandle(forReadingFrom: url) : nil
      if let device { return try read(device, at: path) }
      // Whoever writes into a file meanwhile must not be taken for somebody who wrote nonsense.
      let copy =
        path == "-"
        ? try DumpFile.copying(0, source: "standard input") : try DumpFile.copying(path)
      if let copy { return copy.prefix(copy.count) }
      let data =
        path == "-"
        ? try FileHandle.standardInput.readToEnd() ?? Data() : try Data(contentsOf: url)
      return [UInt8](data)
    } catch let error as ExitCode {
      throw error
    } catch let error as InputError {
      throw error
    } catch {
      throw Console.failure("cannot read \(Quotation.escaped(path)): \(reason(error, path: path))")
    }
  }

  /// What a device gives, which may never end.
  private static func read(_ device: FileHandle, at path: String) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while let piece = try device.read(upToCount: 1 << 20), !piece.isEmpty {
      bytes += piece
      guard bytes.count <= DumpFile.mostOfDevice else {
        throw Console.failure(
          "cannot read \(Quotation.escaped(path)): it is a device that goes on after 256 MB")
      }
    }
    return bytes
  }

  /// Writes `bytes` to the file at `path`, which is replaced in one step; `-` is standard output.
  static func write(_ bytes: [UInt8], to path: String) throws {
    try WorkStage.write.run(of: bytes.count) { counter in
      let stream = try ResultStream(to: path, counter)
      stream.write(bytes)
      try stream.finish()
    }
  }

  private static func reason(_ error: any Error, path: String) -> String {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    if type == .typeDirectory { return "it is a folder" }
    if type == .typeSymbolicLink, isLoop(path) { return "its symbolic links lead in a circle" }
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: return "there is no such file or folder"
    case .fileReadNoPermission: return "permission denied"
    case .fileReadTooLarge: return "it is too large for the memory"
    default: return systemReason(error, path: path, exists: type != nil)
    }
  }

  private static func isLoop(_ path: String) -> Bool {
    do throws(Output.Failure) {
      _ = try Output.target(of: path)
      return false
    } catch {
      return true
    }
  }

  /// What the system says, where Foundation has nothing but a number for it.
  private static func systemReason(_ error: any Error, path: String, exists: Bool) -> String {
    guard exists else { return "there is no such file or folder" }
    let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    if let underlying, underlying.domain == NSPOSIXErrorDomain {
      return Output.Failure(code: Int32(underlying.code)).reason(for: path)
    }
    return Output.isSpecial(path)
      ? "it is a device, which has no end" : "the system cannot read it"
  }

  /// The absolute path of a file that exists, or `path` as it is.
  @Sendable static func absolute(_ path: String) -> String {
    let absolute = URL(fileURLWithPath: path).path
    return FileManager.default.fileExists(atPath: absolute) ? absolute : path
  }
}

extension Output.Failure {
  /// The failure in words, of the file at `path`.
  func reason(for path: String) -> String {
    switch code {
    case EISDIR, ENOTEMPTY: "it is a folder"
    case ENOENT, ENOTDIR: "there is no such file or folder"
    case EACCES, EPERM: "permission denied"
    case ENOSPC, EDQUOT: "the disk is full"
    case EROFS: "the disk is read-only"
    case ELOOP: "its symbolic links lead in a circle"
    default: reason
    }
  }
}

extension WorkStage {
  /// Options change the graph.
  static let change = Self("change", "changing", counting: .references)
  /// Findings become a text.
  static let report = Self("report", "writing the report of", counting: .findings)
  /// Findings become a picture.
  static let draw = Self("draw", "drawing", counting: .findings)
  /// A graph becomes the text or the bytes of another format.
  static let encode = Self("encode", "converting", counting: .references)
  /// Bytes go to a file.
  static let write = Self("write", "writing what comes of", counting: .bytes)
}
