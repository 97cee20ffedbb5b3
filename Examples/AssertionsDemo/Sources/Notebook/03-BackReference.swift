/// A folder of notes, each of which keeps the folder.
public final class Folder {
  private var notes: [Note] = []

  /// An empty folder.
  public init() {}

  /// Adds a note.
  public func add(_ title: String) { notes.append(Note(title, in: self)) }
}

/// A note that keeps its folder.
final class Note {
  private let title: String
  private let folder: Folder

  init(_ title: String, in folder: Folder) {
    self.title = title
    self.folder = folder
  }
}

/// The same with notes that do not keep the folder.
public final class MendedFolder {
  private var notes: [MendedNote] = []

  /// An empty folder.
  public init() {}

  /// Adds a note.
  public func add(_ title: String) { notes.append(MendedNote(title, in: self)) }
}

/// A note that does not keep its folder.
final class MendedNote {
  private let title: String
  private weak var folder: MendedFolder?

  init(_ title: String, in folder: MendedFolder) {
    self.title = title
    self.folder = folder
  }
}
