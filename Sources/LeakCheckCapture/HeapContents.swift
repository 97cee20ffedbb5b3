/// The heap of this process at one instant: its memory, and the Swift objects in it.
///
/// It does not know yet what holds what; see ``HeapCapture``.
struct HeapContents: ~Copyable {
  let support: CaptureSupport
  /// What everything here lies in, and what is found out of it later.
  let pages: Pages
  let moment: CaptureSupport.Moment
  let objects: HeapObjects

  /// The contents now.
  ///
  /// - Throws: ``CaptureError`` where this process cannot be read.
  /// - Complexity: O(bytes of the heap and of global variables).
  init() throws(CaptureError) {
    let support = try CaptureSupport.shared()
    let pages = Pages()
    let moment = try support.moment(copiedTo: pages)
    let objects = HeapObjects(
      in: moment.chunks, image: moment.image, types: support.types, pages: pages)
    try pages.check()
    self.objects = objects
    self.support = support
    self.pages = pages
    self.moment = moment
  }

  /// The contents of `source`, whose first arena is not known.
  init(of source: borrowing some MemorySource & ~Copyable) throws(CaptureError) {
    let support = try CaptureSupport.shared()
    let pages = Pages()
    let image = try MemoryImage(of: source, to: pages)
    var arena: UInt = 0
    let chunks = try HeapWalk.chunks(
      in: image, layout: support.glibc, mainArena: &arena, pages: pages)
    let objects = HeapObjects(in: chunks, image: image, types: support.types, pages: pages)
    try pages.check()
    self.objects = objects
    moment = CaptureSupport.Moment(image: image, chunks: chunks)
    self.support = support
    self.pages = pages
  }
}
