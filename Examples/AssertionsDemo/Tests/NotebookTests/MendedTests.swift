import LeakCheckTesting
import Notebook
import Testing

/// The mended twins: each of these passes.
@Suite(.serialized) struct MendedTests {
  @Test func `1 a stored closure captures self weakly`() {
    expectDeallocated {
      let screen = MendedProfileScreen()
      screen.load()
      return screen
    }
  }

  @Test func `2 a weak delegate`() {
    expectDeallocated(MendedGalleryScreen())
  }

  @Test func `3 a child does not keep its parent`() {
    let folder = MendedFolder()
    folder.add("Shopping")
    folder.add("Travel")
    expectDeallocated(consume folder)
  }

  @Test @MainActor func `4 a repeating timer that ends`() async {
    let screen = MendedClockScreen()
    screen.start()
    await expectDeallocated(consume screen)
  }

  @Test @MainActor func `5 a notification block that is removed`() async {
    let screen = MendedThemeScreen()
    screen.appear()
    await expectDeallocated(consume screen)
  }

  @Test @MainActor func `6 a task that ends with its stream`() async {
    let screen = MendedChatScreen()
    screen.listen()
    await expectDeallocated(consume screen)
  }

  @Test @MainActor func `7 a continuation that resumes`() async {
    let sheet = MendedRenameSheet()
    sheet.present()
    await Task.yield()
    sheet.dismiss()
    await expectDeallocated(consume sheet)
  }

  @Test @MainActor func `8 a handler that is taken away`() async {
    let screen = MendedSearchScreen()
    screen.appear()
    screen.disappear()
    await expectDeallocated(consume screen)
  }

  @Test func `9 weak outside and weak inside`() {
    var screen: MendedFeedScreen? = MendedFeedScreen()
    screen?.load()
    expectDeallocated(&screen)
  }

  @Test func `10 a lazy closure captures self weakly`() {
    let form = MendedInvoiceForm()
    #expect(form.total() == "42 EUR")
    expectDeallocated(consume form)
  }

  @Test func `11 a cache that goes with its owner`() {
    let title = expectNoLeaks {
      MendedThumbnailCache().thumbnail(of: "Shopping").title
    }
    #expect(title == "Shopping")
  }
}

/// Every test of the suite is checked, without a line in the test.
@Suite(.leakChecked) struct MendedCheckedTests {
  @Test func `12 a subscription that captures self weakly`() {
    let prices = Publisher<Int>()
    let cart = MendedCartScreen(following: prices)
    prices.send(42)
    withExtendedLifetime(cart) {}
  }
}
