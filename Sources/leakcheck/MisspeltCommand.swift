import ArgumentParser
import Foundation
import LeakCheckImport
import LeakCheckText

/// A misspelled command as the first argument, which would otherwise count as a graph.
enum MisspeltCommand {
  /// What to say of `arguments`, or `nil` where the first is a command, an option, or may be a file.
  static func message(for arguments: [String]) -> String? {
    guard let word = arguments.first, isWord(word), !commands.contains(word),
      // A link counts, wherever it leads to.
      (try? FileManager.default.attributesOfItem(atPath: word)) == nil
    else { return nil }
    let nearest = NearestWord.nearest(to: word, among: commands)
    let hint =
      nearest.map { "; did you mean leakcheck \($0)?" } ?? "; leakcheck --help lists the commands"
    return "\(Quotation.quoted(word)) is neither a command nor a file\(hint)"
  }

  private static var commands: [String] {
    LeakCheckCommand.configuration.subcommands.compactMap { $0.configuration.commandName } + [
      "help"
    ]
  }

  /// Whether a text is letters and dashes alone: a file that is not there has a point or a slash as a rule.
  private static func isWord(_ text: String) -> Bool {
    text.first?.isLetter == true && text.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
  }
}
