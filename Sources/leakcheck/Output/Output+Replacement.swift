#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

extension Output {
  /// A file that is written beside the one that it replaces in one step, so that no part of it is ever visible,
  /// however this program ends.
  ///
  /// The bytes go to a hidden file, which then takes the place of the one that was there, with its permissions.
  struct Replacement {
    /// The open file.
    let descriptor: Int32
    private let target: String
    private let temporary: String
    /// Whether something has the name already.
    private let replaces: Bool

    /// Makes the hidden file beside the one at `path`.
    init(of path: String) throws(Failure) {
      let target = try Output.target(of: path)
      var status = stat()
      let exists = unsafe stat(target, &status) == 0
      if exists, status.st_mode & S_IFMT == S_IFDIR { throw Failure(code: EISDIR) }
      let temporary = Self.temporary(for: target)
      descriptor = TemporaryFiles.make(temporary) {
        unsafe open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      }
      guard descriptor >= 0 else { throw Failure() }
      (self.target, self.temporary, replaces) = (target, temporary, exists)
      if exists { fchmod(descriptor, status.st_mode & 0o7777) }
    }

    /// The reason why one of several files did not get its name.
    struct Refusal: Error {
      /// Which of them, counted from 0.
      let position: Int
      let failure: Failure
    }

    /// Gives all files their own names; where one fails, all of them are as they were.
    ///
    /// What stood there before is kept under a second name meanwhile, where the file system knows such names.
    static func commit(_ files: [Replacement]) throws(Refusal) {
      for file in files { close(file.descriptor) }
      let refusal = TemporaryFiles.end(files.map(\.temporary)) { () -> Refusal? in
        // One alone is renamed or not, and there is nothing to take back.
        let kept = files.map { files.count > 1 ? $0.keep() : nil }
        defer { for case let name? in kept { unsafe unlink(name) } }
        let refused = files.indices.first {
          unsafe rename(files[$0].temporary, files[$0].target) != 0
        }
        guard let refused else { return nil }
        let refusal = Refusal(position: refused, failure: Failure())
        for earlier in 0..<refused { files[earlier].takeBack(kept[earlier]) }
        for file in files[refused...] { unsafe unlink(file.temporary) }
        return refusal
      }
      if let refusal { throw refusal }
    }

    /// Gives the file that is to be replaced a second name; `nil` where there is none, or it can have none.
    private func keep() -> String? {
      let name = Self.temporary(for: target)
      return unsafe link(target, name) == 0 ? name : nil
    }

    /// Puts back what had the name before; where nothing had, nothing has it again.
    private func takeBack(_ kept: String?) {
      if let kept { unsafe rename(kept, target) } else if !replaces { unsafe unlink(target) }
    }

    /// Leaves everything as it was.
    func abandon() {
      close(descriptor)
      _ = TemporaryFiles.end([temporary]) { unsafe unlink(temporary) }
    }

    /// A hidden name beside `path` that no other process uses.
    private static func temporary(for path: String) -> String {
      let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      let number = UInt64.random(in: .min ... .max)
      return "\(path[..<slash]).leakcheck-\(getpid())-\(String(number, radix: 36))"
    }
  }
}

extension Output {
  /// As many links as Linux follows before it takes them for a loop.
  private static let mostLinks = 40

  /// Where a path leads to, so that a symbolic link stays one: also one to a file that is yet to be made.
  static func target(of path: String) throws(Failure) -> String {
    var path = path
    for _ in 0...mostLinks {
      guard let link = linkText(at: path) else { return path }
      let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
      path = link.hasPrefix("/") ? link : path[..<slash] + link
    }
    throw Failure(code: ELOOP)
  }

  /// What a symbolic link says, or `nil` where there is none.
  private static func linkText(at path: String) -> String? {
    let text = unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) {
      room -> [UInt8]? in
      guard let start = room.baseAddress else { return nil }
      // The system writes at most as many bytes as there is room for, and no zero at their end.
      let count = unsafe readlink(path, start, room.count)
      guard count >= 0 else { return nil }
      return unsafe room.prefix(count).map { UInt8(bitPattern: $0) }
    }
    return text.map { String(decoding: $0, as: UTF8.self) }
  }
}
