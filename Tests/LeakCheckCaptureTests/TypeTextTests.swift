import Testing

@testable import LeakCheckCapture

@Suite struct TypeTextTests {
  @Test(arguments: [
    ("Swift.Array<App.Model.Item>", "Array<Model.Item>"),
    ("App.Outer<Swift.Int>.Inner", "Outer<Int>.Inner"),
    ("App.Outer<App.A<Swift.Int>.B>.Inner<App.C>", "Outer<A<Int>.B>.Inner<C>"),
    ("App.(unknown context at $7f00).Hidden", "Hidden"),
  ])
  func `names are told without modules, and types within generic ones keep their dot`(
    qualified: String, name: String
  ) {
    #expect(TypeText.withoutModules(qualified) == name)
  }

  @Test func `properties have their names of the source`() {
    #expect(PropertyName("$__lazy_storage_$_part", isObservable: false).text == "part")
    #expect(PropertyName("$__lazy_storage_$_part", isObservable: false).isLazy)
    #expect(PropertyName("_count", isObservable: true).text == "count")
    #expect(PropertyName("_count", isObservable: false).text == "_count")
    #expect(
      PropertyName("_$observationRegistrar", isObservable: true).text == "_$observationRegistrar")
  }

  @Test func `dependencies are told by where package managers put them`() {
    #expect(
      ModuleSources.isFetched("/app/.build/checkouts/swift-nio/Sources/NIOCore/Channel.swift"))
    #expect(!ModuleSources.isFetched("/app/Sources/App/Channel.swift"))
  }
}
