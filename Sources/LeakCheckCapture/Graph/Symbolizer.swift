/// Names of the code and the variables of this process.
struct Symbolizer {
  private let images = LoadedImages()
  private var names: [UInt: SymbolName] = [:]
  private var ranges: [UInt: Range<UInt64>] = [:]
  private var lines: [UInt: SourceLine] = [:]
  // What was looked for, found or not: a file is read once for each.
  private var sought: Set<UInt> = []
  private var soughtLines: Set<UInt> = []

  /// Finds the names of addresses, all at once, since each file is read through from beginning to end.
  ///
  /// - Complexity: O(symbols of the files that have the addresses).
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

  /// Finds where functions are written whose names were loaded, in files with debug information.
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

  /// The code of each function itself, where its address is that of an adapter around it.
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

  /// The name of an address that was loaded, or `nil` where its file has none.
  func name(of address: UInt) -> SymbolName? { names[address] }

  /// Where the function at an address is written, or `nil` where nothing says so.
  func line(of address: UInt) -> SourceLine? { lines[address] }

  /// The file that an address belongs to, such as `libFoundation.so`, with its place there.
  func place(of address: UInt) -> String? {
    images.place(of: UInt64(address)).map {
      "\($0.image.name)+0x\(String($0.fileAddress, radix: 16))"
    }
  }
}
