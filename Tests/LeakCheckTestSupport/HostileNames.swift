/// Names that break a writer which does not escape them.
public enum HostileNames {
  /// One name for each way to break out, and some that are only strange.
  public static let all: [String] = [
    "say \"hi\"", "it's", "<T>", "Box<Array<Int>>", "a & b &amp; &#65;", "back\\slash", "\\N\\G\\",
    "line\nbreak", "\r\n", "tab\there", "esc\u{1B}[31mred\u{1B}[0m", "nul\u{0}end",
    "c1\u{85}\u{9B}",
    "\u{202E}txt.exe", "\u{2066}isolate\u{2069}", "\u{200F}mark", "zero\u{200B}width\u{200D}joiner",
    "👩‍👩‍👧‍👦", "🏳️‍🌈 flag", "e\u{301}\u{301}\u{301}", "", "   ", String(repeating: "x", count: 5_000),
    "a" + String(repeating: "\u{301}", count: 5_000), "]]>", "<!-- -->", "-->", "</script>",
    "<script>alert(1)</script>", "<B></B>", "%%{init: {'theme': 'dark'}}%%", "\";}",
    "}\ndigraph x {",
    "`code` *bold* _it_ | cell |", "#quot;", "[link](http://example.com)", "end", "subgraph",
    "1. one",
    "hangul\u{3164}\u{115F}fillers", "tag\u{E0041}", "soft\u{AD}\u{34F}hyphen",
    "\u{FEFF}bom", "\u{FFFE}\u{FFFF}", "\u{2028}\u{2029}", "日本語の名前", "${x} $(x) {{x}}",
    "\" onload=\"alert(1)", "javascript:alert(1)",
  ]
}
