/// The names of code and data in an ELF file.
///
/// `.symtab` is read where there is one, because closures are local symbols, which only it has;
/// `.dynsym` otherwise. Source: gABI 4.1, figure 4-16 (`Elf64_Sym`).
package struct SymbolTable: Sendable {
  /// A name for a range of addresses.
  package struct Symbol: Hashable, Sendable {
    /// The name as it is in the file, mangled.
    package var name: String
    /// Where the symbol begins, as addresses are written in the file.
    package var start: UInt64
    /// How many bytes it has; 0 when the file does not say.
    package var size: UInt64
    /// How far behind `start` the address lies that was asked for.
    package var offset: UInt64

    /// The addresses of the symbol, at least one.
    package var range: Range<UInt64> { start..<max(start &+ max(size, 1), start) }
  }

  private let records: FileWords
  private let names: FileBytes
  private let sections: [ELFFile.Section]

  /// The symbols of the file at `path`; nil when it is no ELF file of 64 bits or has none.
  package init?(path: String) {
    guard let file = ELFFile(path: path) else { return nil }
    self.init(file)
  }

  /// The symbols of `file`; nil when it has none.
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

  /// How many symbols the file has.
  package var count: Int { records.count / 3 }

  /// The symbols that contain `fileAddresses`, nil where none does.
  ///
  /// Of nested symbols the one that begins last is taken, of equal ones the first in the file. A
  /// symbol without a size reaches to the next one in its section.
  ///
  /// - Complexity: O(symbols + n log n), one pass over the symbols whatever n is
  package func names(of fileAddresses: [UInt64]) -> [Symbol?] {
    let index = AddressIndex(fileAddresses)
    guard index.count > 0 else { return [] }
    var search = SymbolSearch(count: index.count)
    search.pass(over: records, for: index)
    let found = (0..<index.count).map { symbol(number: search.best(at: $0, in: index)) }
    return fileAddresses.map { address in
      guard let position = index.position(of: address), var symbol = found[position] else {
        return nil
      }
      symbol.offset = address - symbol.start
      return symbol.size == 0 && !isInSection(address, of: symbol) ? nil : symbol
    }
  }

  /// The first symbol of each of these names, nil where there is none.
  ///
  /// - Complexity: O(symbols), and O(length) for each symbol whose length and hash fit
  package func symbols(named wanted: [String]) -> [Symbol?] {
    let texts = wanted.map { Array($0.utf8) }
    var found = [Symbol?](repeating: nil, count: wanted.count)
    var number = 0
    while number < count {
      defer { number += 1 }
      let name = records[number * 3] & 0xffff_ffff
      for (index, text) in texts.enumerated() where found[index] == nil {
        if names.text(at: name, is: text) { found[index] = symbol(number: number) }
      }
    }
    return found
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

/// For each address asked for: the symbol around it, and the nearest symbol below it.
private struct SymbolSearch: ~Copyable {
  // Numbers of symbols are one too high, so that 0 means none.
  private var holders: WordBuffer
  private var holderStarts: WordBuffer
  private var nearest: WordBuffer
  private var nearestStarts: WordBuffer
  private var nearestSizes: WordBuffer

  init(count: Int) {
    holders = WordBuffer(count: count, repeating: 0)
    holderStarts = WordBuffer(count: count, repeating: 0)
    nearest = WordBuffer(count: count, repeating: 0)
    nearestStarts = WordBuffer(count: count, repeating: 0)
    nearestSizes = WordBuffer(count: count, repeating: 0)
  }

  mutating func pass(over records: FileWords, for index: borrowing AddressIndex) {
    let highest = index.highest
    let count = records.count / 3
    var number = 0
    while number < count {
      let start = records[number * 3 + 1]
      if start <= highest, Self.isPlace(records[number * 3]) {
        note(number + 1, start, records[number * 3 + 2], for: index)
      }
      number += 1
    }
  }

  /// Whether the symbol stands for an address here: defined, and no section, file or thread local.
  private static func isPlace(_ word: UInt64) -> Bool {
    let type = (word >> 32) & 0xf
    let section = word >> 48
    return section > 0 && section < 0xff00 && type != 3 && type != 4 && type != 6
  }

  private mutating func note(
    _ number: Int, _ start: UInt64, _ size: UInt64, for index: borrowing AddressIndex
  ) {
    var position = index.first(notBelow: start)
    if position < nearest.count, nearest[position] == 0 || nearestStarts[position] < start {
      nearest[position] = UInt64(number)
      nearestStarts[position] = start
      nearestSizes[position] = size
    }
    let (end, overflows) = start.addingReportingOverflow(size)
    if overflows { return }
    while position < holders.count, index.address(position) < end {
      if holders[position] == 0 || holderStarts[position] < start {
        holders[position] = UInt64(number)
        holderStarts[position] = start
      }
      position += 1
    }
  }

  /// The number of the symbol for the address at `position`; to be asked for in rising order.
  mutating func best(at position: Int, in index: borrowing AddressIndex) -> Int? {
    if position > 0, nearest[position] == 0 || nearestStarts[position] < nearestStarts[position - 1]
    {
      nearest[position] = nearest[position - 1]
      nearestStarts[position] = nearestStarts[position - 1]
      nearestSizes[position] = nearestSizes[position - 1]
    }
    if holders[position] > 0 { return Int(holders[position]) - 1 }
    guard nearest[position] > 0, nearestSizes[position] == 0 else { return nil }
    return Int(nearest[position]) - 1
  }
}
