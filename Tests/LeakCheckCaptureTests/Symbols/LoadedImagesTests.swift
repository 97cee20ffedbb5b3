#if os(Linux)
import Testing

@testable import LeakCheckCapture

@Suite struct LoadedImagesTests {
  @Test func `the program comes first and its file can be opened`() throws {
    let images = LoadedImages()
    let main = try #require(images.main)
    #expect(main == images.images.first)
    #expect(main.path.hasPrefix("/"))
    #expect(main.openFile() != nil)
    #expect(images.images.filter(\.isMain).count == 1)
  }

  @Test func `the kernel's image is named and has no file`() throws {
    let kernel = try #require(LoadedImages().images.first { $0.path == "[vdso]" })
    #expect(kernel.openFile() == nil)
    #expect(kernel.name == "[vdso]")
  }

  @Test func `code lies in a segment that is executable and not writable`() throws {
    let address = codeAddress { print("never called") }
    let image = try #require(LoadedImages().place(of: address)?.image)
    let segment = try #require(image.segments.first { $0.range.contains(address) })
    #expect(segment.isExecutable && !segment.isWritable)
  }

  @Test func `an object and no address lie in no image`() {
    final class Object {}
    let object = Object()
    let images = LoadedImages()
    #expect(images.place(of: objectAddress(of: object)) == nil)
    #expect(images.place(of: 0) == nil)
    #expect(images.place(of: .max) == nil)
  }

  @Test func `segments do not overlap and rise`() {
    let ranges = LoadedImages().images.flatMap(\.segments).map(\.range)
      .sorted { $0.lowerBound < $1.lowerBound }
    #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
  }

  @Test(arguments: [(6, 1, 16), (8, 8, 16), (16, 16, 16), (17, 8, 32), (65, 64, 128), (0, 1, 0)])
  func `thread-local variables take whole words`(size: UInt64, alignment: UInt64, whole: UInt64) {
    let header: [UInt64] = [1, 0, 0, 0, 0, 99, 1, 7, 0, 0, 0, 0, size, alignment]
    #expect(LoadedImage.variablesSize(header) == whole)
    #expect(LoadedImages().variablesSize % 16 == 0)
  }

  @Test func `the library of the runtime is found by name`() throws {
    let names = LoadedImages().images.map(\.name)
    #expect(names.contains { $0.hasPrefix("libc.so") } || names.count <= 2)
  }
}
#endif
