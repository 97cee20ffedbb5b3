/// One snapshot of the process, judged.
package struct HeapCapture {
  /// What became of an object.
  package enum Fate: Hashable, Sendable {
    /// Alive, but nothing outside its own cycles keeps it.
    case leaked
    /// Kept from outside.
    case held
    /// No Swift object is there.
    case absent
  }

  /// Takes the snapshot now.
  package init() throws(CaptureError) {}

  /// What the snapshot says of the object at `address`.
  package func fate(ofObjectAt address: UInt) -> Fate { .absent }
}
