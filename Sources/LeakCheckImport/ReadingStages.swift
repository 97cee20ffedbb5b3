internal import LeakCheckGraph

/// The stages of reading a graph from a file.
extension WorkStage {
  /// A pipe is read to its end.
  static let receive = Self("receive", "receiving", counting: .bytes)
  /// A compressed file is inflated.
  static let inflate = Self("inflate", "inflating", counting: .bytes)
  /// A first pass finds where everything is.
  static let index = Self("index", "indexing", counting: .bytes)
  /// A text is parsed, or a binary file checked.
  static let read = Self("read", "reading", counting: .bytes)
  /// The objects of an indexed file are read.
  static let readObjects = Self("objects", "reading the objects of", counting: .objects)
  /// The references of an indexed file are read.
  static let readReferences = Self("references", "reading the references of", counting: .references)
}
