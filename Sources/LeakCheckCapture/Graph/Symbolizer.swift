/// Names of the code and the variables of this process.
struct Symbolizer {
  private let images = LoadedImages()
  private var names: [UInt: SymbolName] = [:]

  /// Finds the names of addresses, all at once, since each file is read through from beginning to end.
  ///
  /// - Complexity: O(symbols of the files that have the addresses).
  mutating func load(_ addresses: some Sequence<UInt>) {
    var byFile: [String: [(address: UInt, fileAddress: UInt64)]] = [:]
    for address in Set(addresses) where names[address] == nil {
      guard let place = images.place(of: UInt64(address)), let file = place.image.file else {
        continue
      }
      byFile[file, default: []].append((address, place.fileAddress))
    }
    for (file, places) in byFile {
      guard let table = SymbolTable(path: file) else { continue }
      for (place, symbol) in zip(places, table.names(of: places.map(\.fileAddress))) {
        if let symbol { names[place.address] = SymbolName(mangled: symbol.name) }
      }
    }
  }

  /// The name of an address that was loaded, or `nil` where its file has none.
  func name(of address: UInt) -> SymbolName? { names[address] }

  /// The file that an address belongs to, such as `libFoundation.so`, with its place there.
  func place(of address: UInt) -> String? {
    images.place(of: UInt64(address)).map {
      "\($0.image.name)+0x\(String($0.fileAddress, radix: 16))"
    }
  }
}
