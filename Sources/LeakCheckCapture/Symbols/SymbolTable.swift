/// The names of code and data in an ELF file.
///
/// `.symtab` is read if there is one, because only it has local symbols, such as closures; otherwise `.dynsym`. Source:
/// gABI 4.1, figure 4-16 (`Elf64_Sym`).
package struct SymbolTable: Sendable {
  /// A name for a range of addresses.
  package struct Symbol: Hashable, Sendable {
    /// The mangled name, as in the file.
    package var name: String
    /// The start of the symbol, as addresses are written in the file.
    package var start: UInt64
    /// The size in bytes; 0 if the file does not say.
    package var size: UInt64
    /// The distance from `start` to the requested address.
    package var offset: UInt64

    /// The addresses of the symbol, at least one.
    package var range: Range<UInt64> { start..<max(start &+ max(size, 1), start) }
  }

  private let records: FileWords
  private let names: FileBytes
  private let sections: [ELFFile.Section]

  /// The symbols of the file at `path`; `nil` if it is not a 64-bit ELF file or has none.
  package init?(path: String) {
    guard let file = ELFFile(path: path) else { return nil }
    self.init(file)
  }

  /// The symbols of `file`; `nil` if it has none.
  package init?(_ file: ELFFile) {
    let tables = [2, 11].compactMap { type in file.sections.first { $0.type == type } }
    for table in tables {
      guard
        table.entrySize == 24, table.link < UInt64(file.sections.count),
        let words = file.contents(of: table)?.words,
        let names = file.contents(of: file.sections[Int(table.link)])
      else { continue }
      (records, self.names, sections) = (words, names, file.sections)
      return
    }
    return nil
  }

  /// The number of symbols in the file.
  package var count: Int { records.count / 3 }

  /// The symbols that contain `fileAddresses`, `nil` for an address without one.
  ///
  /// Of nested symbols, the one that begins last wins; of equal ones, the first in the file. A symbol without a size
  /// extends to the next one in its section.
  ///
  /// - Complexity: O(symbols + n log n), with one pass over the symbols for any n
  package func names(of fileAddresses: [UInt64]) -> [Symbol?] {
    let index = AddressIndex(fileAddresses)
    guard index.count > 0 else { return [] }
    var search = SymbolSearch(count: index.count)
    search.pass(over: records, for: index)
    let best = search.best()
    return fileAddresses.map { address in
      guard let position = index.position(of: address), let best = best[position] else {
        return nil
      }
      guard var symbol = symbol(number: best.number) else { return nil }
      symbol.offset = address - symbol.start
      let isInside = best.isAround || symbol.size == 0 && isInSection(address, of: symbol)
      return isInside ? symbol : nil
    }
  }

  /// The first symbol with each of these names, `nil` for a name without one.
  ///
  /// - Complexity: O(symbols + n · bytes of all names)
  package func symbols(named wanted: [String]) -> [Symbol?] {
    let offsets = wanted.map { $0.isEmpty ? [] : names.offsets(of: $0) }
    let numbers = SymbolNumbers(of: offsets.flatMap(\.self), in: records)
    return offsets.map { offsets in
      symbol(number: offsets.compactMap { numbers.number(ofNameAt: $0) }.min())
    }
  }

  private func symbol(number: Int?) -> Symbol? {
    guard let number, let name = names.text(at: records[number * 3] & 0xffff_ffff) else {
      return nil
    }
    return Symbol(
      name: name, start: records[number * 3 + 1], size: records[number * 3 + 2], offset: 0)
  }

  private func isInSection(_ address: UInt64, of symbol: Symbol) -> Bool {
    sections.contains { section in
      section.address > 0 && symbol.start >= section.address
        && address >= section.address && address - section.address < section.size
    }
  }
}
