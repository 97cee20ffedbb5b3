import LeakCheckText
import Testing

@Suite struct ByteCountTextTests {
  @Test(
    arguments: [
      (0, "0 bytes"), (1, "1 byte"), (912, "912 bytes"), (1024, "1.0 KB"), (18_842, "18.4 KB"),
      (102_400, "100 KB"), (1_048_575, "1.0 MB"), (1_258_291, "1.2 MB"), (Int64.max, "8.0 EB"),
    ] as [(Int64, String)])
  func `a number of bytes reads like a size`(_ bytes: Int64, _ text: String) {
    #expect(ByteCountText.text(bytes) == text)
  }
}
