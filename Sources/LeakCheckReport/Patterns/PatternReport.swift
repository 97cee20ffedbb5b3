import LeakCheckAnalysis

/// The report of a source scan: patterns by which an object keeps itself alive, as notes.
package struct PatternReport: Sendable {
  /// A place in a source that matches such a pattern.
  package struct Note: Sendable {
    /// The stable word of the form, such as `sink-keeps-self`.
    package var code: String
    /// The form in a few words.
    package var title: String
    /// The type whose object is kept.
    package var type: String
    /// The member that it stands in.
    package var member: String
    /// The property that keeps it, or `nil` where a framework does.
    package var property: String?
    /// The line, with what holds the object.
    package var excerpt: SourceExcerpt
    /// What holds what, round to where it begins.
    package var path: [String]
    /// What is kept and by what, in one sentence.
    package var message: String
    /// What ends it.
    package var why: String
    /// What to change.
    package var fix: String
    /// The members that end it.
    package var endings: [String]
    /// The command that runs the type.
    package var command: String
    /// The same for the same thing, wherever it stands.
    package var fingerprint: String = ""

    /// A note; see the properties.
    package init(
      code: String, title: String, type: String, member: String, property: String?,
      excerpt: SourceExcerpt, path: [String], message: String, why: String, fix: String,
      endings: [String], command: String
    ) {
      (self.code, self.title, self.type, self.member) = (code, title, type, member)
      (self.property, self.excerpt, self.path) = (property, excerpt, path)
      (self.message, self.why, self.fix) = (message, why, fix)
      (self.endings, self.command) = (endings, command)
    }
  }

  /// A skipped file.
  package struct Problem: Sendable {
    /// The file with line and column, and why it was passed over.
    package var text: String

    /// A problem; its text must be safe to print.
    package init(text: String) { self.text = text }
  }

  /// What was scanned, as it was named.
  package var inputs: [String]
  /// The notes by file and line.
  package private(set) var notes: [Note]
  /// How many files were read.
  package var files: Int
  /// How many bytes they have.
  package var bytes: Int
  /// How many types they declare.
  package var types: Int
  /// The files that were passed over.
  package var problems: [Problem]
  /// What the run was told of itself.
  package var labels: [Label] = []

  /// A report of `notes`, which get their fingerprints here.
  package init(
    _ notes: [Note], inputs: [String], files: Int, bytes: Int, types: Int, problems: [Problem]
  ) {
    var seen: [String: Int] = [:]
    self.notes = notes.map { note in
      var note = note
      let name = "pattern:\(note.code):\(note.type).\(note.member):\(note.property ?? "")"
      seen[name, default: 0] += 1
      let count = seen[name, default: 1]
      note.fingerprint = count == 1 ? name : "\(name)#\(count)"
      return note
    }
    (self.inputs, self.files, self.bytes, self.types) = (inputs, files, bytes, types)
    self.problems = problems
  }

  /// What was scanned, in one word.
  var input: String { inputs.joined(separator: " ") }
}
