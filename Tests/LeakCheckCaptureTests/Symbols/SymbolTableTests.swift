#if os(Linux)
import LeakCheckCapture
import LeakCheckTestSupport
import Testing

@Suite struct SymbolTableTests {
  @Test func `a closure's code has the symbol of the closure`() throws {
    let address = codeAddress { print("never called") }
    let place = try #require(LoadedImages().place(of: address))
    #expect(place.image.isMain)
    let table = try #require(place.image.openFile().flatMap { SymbolTable($0) })
    let symbol = try #require(table.names(of: [place.fileAddress])[0])
    #expect(symbol.name.hasPrefix("$s21LeakCheckCaptureTests"))
    #expect(symbol.offset == 0)
    #expect(table.symbols(named: [symbol.name, "no such symbol"]) == [symbol, nil])
  }

  @Test func `each address of a batch gets its own symbol`() throws {
    let addresses = [
      codeAddress { print(1) }, codeAddress { print(2) }, 0, UInt64.max, codeAddress { print(3) },
    ]
    let images = LoadedImages()
    let main = try #require(images.main)
    let table = try #require(main.openFile().flatMap { SymbolTable($0) })
    let files = addresses.map { $0 &- main.loadBias }
    let symbols = table.names(of: files + files.map { $0 &+ 1 })
    #expect(Set(symbols.compactMap { $0?.name }).count == 3)
    #expect(symbols[0]?.name == symbols[5]?.name)
    #expect(symbols[5]?.offset == 1)
    #expect(symbols[2] == nil && symbols[3] == nil)
    #expect(table.names(of: []).isEmpty)
  }

  @Test func `a static variable is named by its address`() throws {
    let address = Counters.address()
    let place = try #require(LoadedImages().place(of: address))
    let segment = try #require(place.image.segments.first { $0.range.contains(address) })
    #expect(segment.isWritable)
    let table = try #require(place.image.openFile().flatMap { SymbolTable($0) })
    let symbol = try #require(table.names(of: [place.fileAddress])[0])
    let name = SymbolName(mangled: symbol.name)
    #expect(name.words == "static Counters.shared")
    #expect(name.module == "LeakCheckCaptureTests")
  }

  @Test func `a batch answers as single questions do`() throws {
    let main = try #require(LoadedImages().main)
    let table = try #require(main.openFile().flatMap { SymbolTable($0) })
    let highest = main.segments.map(\.range.upperBound).max() ?? 0
    var random = SplitMix64(seed: 3)
    let addresses = (0..<300).map { _ in
      UInt64.random(in: 0...highest &- main.loadBias, using: &random)
    }
    let batch = table.names(of: addresses)
    #expect(batch.contains { $0 != nil })
    for (address, symbol) in zip(addresses, batch).prefix(40) {
      #expect(table.names(of: [address]) == [symbol])
    }
    for case (let address, let symbol?) in zip(addresses, batch) {
      #expect(symbol.start + symbol.offset == address)
      #expect(symbol.size == 0 || symbol.offset < symbol.size)
    }
  }
}
#endif
