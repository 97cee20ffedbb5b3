import LeakCheckText

/// The place to look at: a line in a source file, or the input if no file is known.
package struct SourcePlace: Hashable, Sendable {
  /// The path as the dump writes it, or that of the input.
  package let file: String
  /// The line, from 1 on, or `nil` where it is not known.
  package let line: Int?
  /// The column in Unicode scalars, from 1 on, or `nil` where it is not known.
  package var column: Int?

  /// A place; a line of 0 or less is not known.
  package init(file: String, line: Int) {
    self.file = file
    self.line = line > 0 ? line : nil
  }

  /// A place that an object of `input` names; a scenario calls itself by its name without the folder.
  init(file: String, line: Int, in input: String) {
    self.init(file: input.hasSuffix("/" + file) ? input : file, line: line)
  }

  /// Where an excerpt is from.
  init(_ excerpt: SourceExcerpt) {
    self.init(file: excerpt.file, line: excerpt.line)
    column = excerpt.column
  }

  /// The input itself; `-` is standard input.
  package init(input: String, line: Int = 0) {
    self.init(file: input == "-" ? "standard input" : input, line: line)
  }
}

/// The form in which a format writes paths.
package struct SourcePaths: Sendable {
  /// The folder that paths are relative to, without a slash at its end; empty where paths stay as they are.
  private let folder: String

  /// Paths relative to `folder`, an absolute path: a build server knows the checkout that it ran in.
  package init(relativeTo folder: String = "") {
    self.folder = folder.count > 1 && folder.hasSuffix("/") ? String(folder.dropLast()) : folder
  }

  /// The path relative to the folder where it lies in it, else as it is; without slashes that stand twice and without
  /// `.`, with which build servers do not find the file.
  package func relative(_ path: String) -> String {
    let parts = path.split(separator: "/").filter { $0 != "." }.joined(separator: "/")
    let path = path.hasPrefix("/") ? "/" + parts : parts
    let inside = folder.isEmpty ? folder : folder + "/"
    return !inside.isEmpty && path.hasPrefix(inside) ? String(path.dropFirst(inside.count)) : path
  }

  /// The path as a URI reference: relative, or a `file` URI where it is absolute.
  package func uri(_ path: String) -> String {
    let relative = relative(path)
    let encoded = Self.encoded(relative)
    return relative.hasPrefix("/") ? "file://" + encoded : encoded
  }

  /// Every byte percent-encoded that has, or may have, a meaning of its own in a URI.
  private static func encoded(_ path: String) -> String {
    var result = ""
    for byte in Escaping.plain(path, limit: 4_000).utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
        UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "~"):
        result.unicodeScalars.append(Unicode.Scalar(byte))
      default:
        let digits = String(byte, radix: 16, uppercase: true)
        result += "%" + (byte < 16 ? "0" : "") + digits
      }
    }
    return result
  }
}
