extension DumpFile {
  /// About how often each of `words` occurs in the file, by looking at 64 places of it.
  ///
  /// - Complexity: O(1), some 4 MB are looked at.
  func estimatedOccurrences(of words: [[UInt8]]) -> [Int] {
    let piece = 1 << 16
    let places = min(64, max(1, count / piece))
    return unsafe withUnsafeBytes { bytes in
      var found = [Int](repeating: 0, count: words.count)
      var seen = 0
      for place in 0..<places {
        let start = count / places * place
        let end = places == 1 ? count : min(count, start + piece)
        seen += end - start
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
        for word in words.indices { found[word] += unsafe part.occurrences(of: words[word]) }
      }
      guard seen > 0 else { return found }
      return found.map { Int((Double($0) * Double(count) / Double(seen)).rounded(.up)) }
    }
  }
}

extension UnsafeRawBufferPointer {
  /// How often `word` occurs, which has a byte at least and whose first one is in it again at most at its end.
  fileprivate func occurrences(of word: [UInt8]) -> Int {
    var found = 0
    var offset = 0
    while offset + word.count <= count {
      if unsafe self[offset] == word[0],
        word.indices.allSatisfy({ unsafe self[offset + $0] == word[$0] })
      {
        found += 1
        offset += word.count
      } else {
        offset += 1
      }
    }
    return found
  }
}
