import LeakCheckReport
import LeakCheckTestSupport
import Testing

/// A page of links.
@Suite struct HTMLIndexTests {
  @Test func `every link is there, and no name is obeyed`() {
    let page = HTMLIndex(
      title: "Lessons",
      sections: [
        .init(
          title: "One", about: "First",
          links: [("a.html#x", "<script>alert(1)</script>", "& more"), ("b.html", "B", "b")])
      ]
    ).text
    #expect(page.contains("<a href=\"a.html#x\">&lt;script&gt;alert(1)&lt;/script&gt;</a>"))
    #expect(page.contains("<a href=\"b.html\">B</a>"))
    #expect(!page.contains("<script"))
  }
}
