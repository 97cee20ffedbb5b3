/// The heap of this process at one instant: its memory, and its Swift objects.
///
/// It does not know holders yet; see ``HeapCapture``.
struct HeapContents: ~Copyable {
  let support: CaptureSupport
  /// The memory of everything here, and of later results.
  let pages: Pages
  let moment: CaptureSupport.Moment
  let objects: HeapObjects

  /// The contents now.
  ///
  /// - Throws: ``CaptureError`` if this process cannot be read.
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

  /// The contents of `source`, whose first arena is unknown.
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
