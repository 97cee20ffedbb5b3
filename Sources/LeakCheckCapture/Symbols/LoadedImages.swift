#if os(Linux)
/// An ELF file loaded into this process, with its place in memory.
package struct LoadedImage: Hashable, Sendable {
  /// A range of the process's memory loaded from the image.
  package struct Segment: Hashable, Sendable {
    /// The range in memory, including the part without bytes in the file (`.bss`).
    package var range: Range<UInt64>
    /// Whether it has variables: it is writable after loading.
    package var isWritable: Bool
    /// Whether it has code.
    package var isExecutable: Bool
  }

  /// The path for users; "[vdso]" for the kernel's image.
  package var path: String
  /// The path to open, even if the program's file was replaced; `nil` for the kernel's image.
  package var file: String?
  /// The difference between an address in memory and the address in the file.
  package var loadBias: UInt64
  /// The ranges of memory, in rising order.
  package var segments: [Segment]
  /// Whether it is the program rather than a library.
  package var isMain: Bool
  /// The size of the image's thread-local variables (`PT_TLS`).
  var variablesSize: UInt64
  var programHeaders: [UInt8]

  /// The last component of the path.
  package var name: String {
    String(path.split(separator: "/").last ?? "")
  }

  /// The image's file; `nil` if there is another file under its path now, or if it has none.
  ///
  /// Two files count as one if their program headers agree, which contain each segment's size.
  package func openFile() -> ELFFile? {
    guard let file, let elf = ELFFile(path: file), elf.programHeaders == programHeaders else {
      return nil
    }
    return elf
  }
}

/// The ELF files loaded into this process, according to the dynamic linker.
///
/// The linker's own list has no false entries, unlike `/proc/self/maps`, where a file that a program only reads looks
/// like a loaded one. Source: `dl_iterate_phdr(3)`.
package struct LoadedImages: Sendable {
  /// The images in load order, the program first.
  package let images: [LoadedImage]
  private let starts: [(range: Range<UInt64>, image: Int)]

  /// The images at this moment.
  ///
  /// - Complexity: O(n log n) for n segments
  package init() { self.init(images: Self.read()) }

  init(images: [LoadedImage]) {
    self.images = images
    starts = images.enumerated()
      .flatMap { image in image.element.segments.map { ($0.range, image.offset) } }
      .sorted { $0.0.lowerBound < $1.0.lowerBound }
  }

  /// The program.
  package var main: LoadedImage? { images.first { $0.isMain } }

  /// The size of the images' thread-local variables.
  var variablesSize: UInt { images.reduce(0) { $0 &+ UInt($1.variablesSize) } }

  /// The image that contains `address`, and the address as written in the image's file.
  ///
  /// - Complexity: O(log n) for n segments
  package func place(of address: UInt64) -> (image: LoadedImage, fileAddress: UInt64)? {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].range.lowerBound <= address { low = middle + 1 } else { high = middle }
    }
    guard low > 0, starts[low - 1].range.contains(address) else { return nil }
    let image = images[starts[low - 1].image]
    return (image, address &- image.loadBias)
  }
}

extension LoadedImage {
  /// The loaded segments of a program header table, given as words.
  ///
  /// In the 7 words of a header, word 0 is `p_type` and `p_flags`, word 2 is `p_vaddr`, word 5 is `p_memsz`. Source:
  /// gABI 4.1, figure 5-1 (`Elf64_Phdr`).
  static func segments(_ words: [UInt64], bias: UInt64) -> [Segment] {
    let headers = stride(from: 0, to: words.count / 7 * 7, by: 7).map { start in
      let lower = bias &+ words[start + 2]
      let range = lower..<max(lower, lower &+ words[start + 5])
      return (type: words[start] & 0xffff_ffff, flags: words[start] >> 32, range: range)
    }
    // PT_GNU_RELRO: the whole pages that the linker makes read-only after loading.
    let fixed = headers.first { $0.type == 0x6474_e552 }.map {
      $0.range.lowerBound..<max($0.range.lowerBound, $0.range.upperBound & ~0xfff)
    }
    return headers.filter { $0.type == 1 && !$0.range.isEmpty }
      .flatMap {
        let (isWritable, isExecutable) = ($0.flags & 2 != 0, $0.flags & 1 != 0)
        return Segment(range: $0.range, isWritable: isWritable, isExecutable: isExecutable)
          .without(fixed)
      }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
  }
}

extension LoadedImage {
  /// The size of thread-local variables, by a program header table given as words; a multiple of 16 at least, so that
  /// what lies this far below a thread's own memory begins with a whole word.
  ///
  /// In the 7 words of a header, word 5 is `p_memsz`, word 6 is `p_align`. Source: gABI 4.1, figure 5-1.
  static func variablesSize(_ words: [UInt64]) -> UInt64 {
    for start in stride(from: 0, to: words.count / 7 * 7, by: 7)
    where words[start] & 0xffff_ffff == 7 {
      let alignment = max(16, words[start + 6])
      return (words[start + 5] &+ alignment &- 1) / alignment &* alignment
    }
    return 0
  }
}

extension LoadedImage.Segment {
  /// The segment without `relocations`, a range that becomes read-only after loading.
  func without(_ relocations: Range<UInt64>?) -> [Self] {
    guard isWritable, let relocations, relocations.overlaps(range) else { return [self] }
    let fixed = relocations.clamped(to: range)
    let before = range.lowerBound..<fixed.lowerBound
    let after = fixed.upperBound..<range.upperBound
    let parts = [(before, true), (fixed, false), (after, true)]
    return parts.filter { !$0.0.isEmpty }.map {
      Self(range: $0.0, isWritable: $0.1, isExecutable: isExecutable)
    }
  }
}
#endif
