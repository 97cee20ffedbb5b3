#if os(Linux)
import LeakCheckCapture
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

  @Test func `measure`() throws {
    for path in ["/proc/self/exe", "/tmp/build-fuzz/debug/leakcheckPackageTests.xctest"] {
      var addresses: [UInt64] = []
      for i in 0..<200 { addresses.append(0x100000 + UInt64(i) * 0x3333) }
      let clock = ContinuousClock()
      var count = 0
      let time = try clock.measure {
        let table = try #require(SymbolTable(path: path))
        count = table.count
        _ = table.names(of: addresses)
      }
      let table = try #require(SymbolTable(path: path))
      let time2 = clock.measure { _ = table.names(of: addresses) }
      let time3 = clock.measure {
        _ = table.symbols(named: ["aaa", "$s4main", "$s21LeakCheckCaptureTestsaa"])
      }
      print(path, count, time, time2, time3)
    }
  }
}
#endif
