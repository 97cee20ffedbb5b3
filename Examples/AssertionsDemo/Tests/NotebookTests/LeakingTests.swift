import LeakCheckTesting
import Notebook
import Testing

/// Each of these fails, and says why: run them with `swift test --no-parallel --filter Leaking`.
@Suite(.serialized) struct LeakingTests {
  @Test func `1 a stored closure captures self`() {
    expectDeallocated {
      let screen = ProfileScreen()
      screen.load()
      return screen
    }
  }

  @Test func `2 a strong delegate`() {
    expectDeallocated(GalleryScreen())
  }

  @Test func `3 a child keeps its parent`() {
    let folder = Folder()
    folder.add("Shopping")
    folder.add("Travel")
    expectDeallocated(consume folder)
  }

  @Test @MainActor func `4 a repeating timer`() async {
    let screen = ClockScreen()
    screen.start()
    await expectDeallocated(consume screen)
  }

  @Test @MainActor func `5 a notification block`() async {
    let screen = ThemeScreen()
    screen.appear()
    await expectDeallocated(consume screen)
  }

  @Test @MainActor func `6 a task that loops for ever`() async {
    let screen = ChatScreen()
    screen.listen()
    await expectDeallocated(consume screen)
  }

  @Test @MainActor func `7 a continuation that never resumes`() async {
    let sheet = RenameSheet()
    sheet.present()
    await Task.yield()
    sheet.dismiss()
    await expectDeallocated(consume sheet)
  }

  @Test @MainActor func `8 a handler of a singleton`() async {
    let screen = SearchScreen()
    screen.appear()
    screen.disappear()
    await expectDeallocated(consume screen)
  }

  @Test func `9 weak outside and strong inside`() {
    var screen: FeedScreen? = FeedScreen()
    screen?.load()
    expectDeallocated(&screen)
  }

  @Test func `10 a lazy closure`() {
    let form = InvoiceForm()
    #expect(form.total() == "42 EUR")
    expectDeallocated(consume form)
  }

  @Test func `11 a cache that never evicts`() {
    // What a cache makes when it is first used may stay; the second use shows whether it lets go.
    _ = ThumbnailCache.thumbnail(of: "Groceries")
    let title = expectNoLeaks {
      ThumbnailCache.thumbnail(of: "Shopping").title
    }
    #expect(title == "Shopping")
  }
}

/// Every test of the suite is checked, without a line in the test.
@Suite(.leakChecked) struct LeakingCheckedTests {
  @Test func `12 a subscription that captures self`() {
    let prices = Publisher<Int>()
    let cart = CartScreen(following: prices)
    prices.send(42)
    withExtendedLifetime(cart) {}
  }
}
