#if os(Linux)
internal import CLeakCheckCapture
internal import Glibc

extension LoadedImages {
  /// Asks the dynamic linker for its list.
  static func read() -> [LoadedImage] {
    var images: [LoadedImage] = []
    unsafe withUnsafeMutablePointer(to: &images) { list in
      // The callback runs only during this call, so `list` outlives its uses.
      unsafe leakcheck_each_image(
        { image, list in
          guard let image = unsafe image, let list = unsafe list else { return }
          let images = unsafe list.assumingMemoryBound(to: [LoadedImage].self)
          let isFirst = unsafe images.pointee.isEmpty
          unsafe images.pointee.append(LoadedImage(image.pointee, isFirst: isFirst))
        }, list)
    }
    return images
  }
}

extension LoadedImage {
  fileprivate init(_ image: leakcheck_image, isFirst: Bool) {
    // Owned by the linker and valid while the image is loaded, so throughout the callback; copied here.
    let words = unsafe [UInt64](
      UnsafeBufferPointer(start: image.headers, count: image.header_words))
    let name = unsafe String(cString: image.name)
    let isKernels = unsafe image.is_kernels != 0
    loadBias = unsafe image.bias
    segments = Self.segments(words, bias: loadBias)
    variablesSize = Self.variablesSize(words)
    isMain = isFirst
    path = isKernels ? "[vdso]" : isFirst ? Self.programPath() ?? name : name
    file = isKernels ? nil : isFirst ? "/proc/self/exe" : name
    programHeaders = words.flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }

  private static func programPath() -> String? {
    let path = unsafe [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = unsafe buffer.withMemoryRebound(to: CChar.self) { text in
        guard let start = text.baseAddress else { return 0 }
        return unsafe max(0, readlink("/proc/self/exe", start, text.count))
      }
    }
    return path.isEmpty ? nil : String(decoding: path, as: UTF8.self)
  }
}
#endif
