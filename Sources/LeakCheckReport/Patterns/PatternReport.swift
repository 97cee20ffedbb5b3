import LeakCheckAnalysis

/// What a scan of sources found: forms of code by which an object keeps itself, as notes.
public struct PatternReport: Sendable {
  /// A place of a source that has such a form.
  public struct Note: Sendable {
    /// The stable word of the form, such as `sink-keeps-self`.
    public var code: String
    /// The form in a few words.
    public var title: String
    /// The type whose object is kept.
    public var type: String
    /// The member that it stands in.
    public var member: String
    /// The property that keeps it, or `nil` where a framework does.
    public var property: String?
    /// The line, with what holds the object.
    public var excerpt: SourceExcerpt
    /// What holds what, round to where it begins.
    public var path: [String]
    /// What is kept and by what, in one sentence.
    public var message: String
    /// What ends it.
    public var why: String
    /// What to change.
    public var fix: String
    /// The members that end it.
    public var endings: [String]
    /// The command that runs the type.
    public var command: String
    /// The same for the same thing, wherever it stands.
    public var fingerprint: String = ""

    /// A note; see the properties.
    public init(
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

  /// A file that was passed over.
  public struct Problem: Sendable {
    /// The file with line and column, and why it was passed over.
    public var text: String

    /// A problem; its text must be safe to print.
    public init(text: String) { self.text = text }
  }

  /// What was scanned, as it was named.
  public var inputs: [String]
  /// The notes by file and line.
  public private(set) var notes: [Note]
  /// How many files were read.
  public var files: Int
  /// How many bytes they have.
  public var bytes: Int
  /// How many types they declare.
  public var types: Int
  /// The files that were passed over.
  public var problems: [Problem]
  /// What the run was told of itself.
  public var labels: [Label] = []

  /// A report of `notes`, which get their fingerprints here.
  public init(
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
