/// The names of this process's code and variables.
struct Symbolizer {
  private let images = LoadedImages()
  private var names: [UInt: SymbolName] = [:]
  private var ranges: [UInt: Range<UInt64>] = [:]
  private var lines: [UInt: SourceLine] = [:]
  // The addresses looked up, found or not: each file is read once for them.
  private var sought: Set<UInt> = []
  private var soughtLines: Set<UInt> = []

  /// Finds the names of addresses, all at once, because each file is read from beginning to end.
  ///
  /// - Complexity: O(symbols of the files that contain the addresses).
  mutating func load(_ addresses: some Sequence<UInt>) {
    for (file, places) in byFile(addresses.filter { sought.insert($0).inserted }) {
      guard let table = SymbolTable(path: file) else { continue }
      for (place, symbol) in zip(places, table.names(of: places.map(\.fileAddress))) {
        guard let symbol else { continue }
        names[place.address] = SymbolName(mangled: symbol.name)
        ranges[place.address] = symbol.range
      }
    }
  }

  /// Finds the source lines of functions whose names are loaded, in files with debug information.
  ///
  /// - Complexity: O(compilations of those files + names of their symbols for each function).
  mutating func loadLines(of functions: some Sequence<UInt>) {
    let functions = functions.filter { ranges[$0] != nil && soughtLines.insert($0).inserted }
    for (path, places) in byFile(functions) {
      guard let file = ELFFile(path: path), let table = LineTable(file) else { continue }
      let found = table.locations(of: bodies(of: places.map(\.address), in: file))
      for (place, line) in zip(places, found) {
        if let line { lines[place.address] = line }
      }
    }
  }

  /// The code of each function itself, if its address is that of an adapter.
  private func bodies(of functions: [UInt], in file: ELFFile) -> [Range<UInt64>] {
    let bases = functions.map { names[$0]?.baseFunction ?? "" }
    let symbols = SymbolTable(file)?.symbols(named: bases) ?? []
    return zip(functions, symbols).map { function, base in
      base?.range ?? ranges[function] ?? 0..<0
    }
  }

  private func byFile(
    _ addresses: some Sequence<UInt>
  ) -> [String: [(address: UInt, fileAddress: UInt64)]] {
    var byFile: [String: [(address: UInt, fileAddress: UInt64)]] = [:]
    for address in Set(addresses) {
      guard let place = images.place(of: UInt64(address)), let file = place.image.file else {
        continue
      }
      byFile[file, default: []].append((address, place.fileAddress))
    }
    return byFile
  }

  /// The name of a loaded address, or `nil` if its file has none.
  func name(of address: UInt) -> SymbolName? { names[address] }

  /// The addresses in memory of what a loaded address belongs to, or `nil` if its file has no name for it.
  func range(of address: UInt) -> Range<UInt>? {
    guard let range = ranges[address], let place = images.place(of: UInt64(address)) else {
      return nil
    }
    let start = address &- UInt(place.fileAddress &- range.lowerBound)
    return start..<start &+ UInt(range.upperBound &- range.lowerBound)
  }

  /// The source line of the function at an address, or `nil` if it is unknown.
  func line(of address: UInt) -> SourceLine? { lines[address] }

  /// The file that contains an address, such as `libFoundation.so`, with the offset.
  func place(of address: UInt) -> String? {
    images.place(of: UInt64(address)).map {
      "\($0.image.name)+0x\(String($0.fileAddress, radix: 16))"
    }
  }
}
