import LeakCheckCapture
import LeakCheckTestSupport
import Testing

/// Symbols as swiftc 6.3.1 wrote them, in debug and in release.
@Suite struct SymbolNameTests {
  @Test(arguments: [
    ("$s4main9ProfileVCC11viewDidLoadyyFyycfU_", "closure #1 in ProfileVC.viewDidLoad()"),
    ("$s4main9ProfileVCC11viewDidLoadyyFyycfU_TA.23", "closure #1 in ProfileVC.viewDidLoad()"),
    (
      "$s4main9ProfileVCC11viewDidLoadyyFyycfU_yycfU_",
      "closure #1 in closure #1 in ProfileVC.viewDidLoad()"
    ),
    (
      "$s4main9ProfileVCC4load_4thenySi_ys6ResultOySis5Error_pGctFyycfU_",
      "closure #1 in ProfileVC.load(_:then:)"
    ),
    ("$s4main9ProfileVCC5title_ACSS_SitcfcyycfU_TA.106", "closure #1 in ProfileVC.init(title:_:)"),
    ("$s4main9ProfileVCC5titleSSvgyycfU_", "closure #1 in ProfileVC.title.getter"),
    ("$s4main9ProfileVCC4nameSSvWyycfU_", "closure #1 in ProfileVC.name.didset"),
    ("$s4main9ProfileVCCyyycSicigyycfU_", "closure #1 in ProfileVC.subscript.getter"),
    ("$s4main9ProfileVCCfdSiyXEfU_", "closure #1 in ProfileVC.deinit"),
    ("$s4main9ProfileVCC6storedSiycvpfiSiycfU_", "closure #1 in ProfileVC.stored"),
    (
      "$s4main9ProfileVCC3defyySiycFfA_SiycfU_",
      "closure #1 in default argument 0 of ProfileVC.def(_:)"
    ),
    ("$s4main9ProfileVCC3genyxycxlFxycfU_", "closure #1 in ProfileVC.gen(_:)"),
    (
      "$s4main9ProfileVCC4priv029_12232F587A4C5CD8B1EEDF696793F2FCLLyyFyycfU_",
      "closure #1 in ProfileVC.priv()"
    ),
    ("$s4main3BoxC6NestedC1nyyFyycfU_Si_Tg5TA", "closure #1 in Box.Nested.n()"),
    ("$s4main1PPAAE4dfltyycyFyycfU_AA4OptsV_TG5TA", "closure #1 in P.dflt()"),
    ("$sSa4mainSiRszlE6mapperyycyFyycfU_TA.81", "closure #1 in Array.mapper()"),
    ("$s4main8globalFn1ayycSi_tFyycfU_TATm", "closure #1 in globalFn(a:)"),
    (
      "$sIeg_ytIegr_TR032$s4main8globalFn1ayycSi_tFyycfU_C9Tf3pSi3_nTf3npf_nTm",
      "closure #1 in globalFn(a:)"
    ),
    ("$s3App3lpgoiySiycSi_SitFSiycfU_", "closure #1 in <+>(_:_:)"),
    ("$s3App4hostyySiF5LocalL_C2goyyFyycfU_", "closure #1 in Local.go() in host(_:)"),
    (
      "$s3App2C1C0043gointhedarkinhere_sqacdecHEBAIjEaAJbzbECdAayySiFyycfU_",
      "closure #1 in C1.`go (in the) <dark> in here`(_:)"
    ),
    ("$s4main9ProfileVCC4tickyyF", "ProfileVC.tick()"),
    ("$s4main9ProfileVCC4tickyyFTm", "ProfileVC.tick()"),
    ("$s4main9ProfileVCC5title_ACSS_SitcfC", "ProfileVC.init(title:_:)"),
  ])
  func `code is named as in its source`(_ symbol: String, _ words: String) {
    #expect(SymbolName(mangled: symbol).words == words)
  }

  @Test(arguments: [
    "", "TA", "TA.95", "Tu", "TA.95Tu", "TATQ0_", "TA.90TQ0_", "TY1_", "TQ0_",
  ])
  func `all parts of an async closure are that closure`(_ suffix: String) {
    let closure = "$s4main3ActC3go2yyYaFyyYacfU_"
    let name = SymbolName(mangled: closure + suffix)
    #expect(name.words == "closure #1 in Act.go2()")
    #expect(name.baseFunction == closure)
    #expect(name.isAsync && name.kind == .closure)
  }

  @Test func `a closure knows the type it is written in`() {
    let name = SymbolName(mangled: "$s4main3BoxC6NestedC1nyyFyycfU_")
    #expect(name.enclosingType?.name == "Box.Nested")
    #expect(name.enclosingType?.qualified == "main.Box.Nested")
    #expect(name.selfType == name.enclosingType)
    #expect(name.module == "main")
  }

  @Test func `an extension's module is not the module of its type`() {
    let name = SymbolName(mangled: "$sSa4mainSiRszlE6mapperyycyFyycfU_")
    #expect(name.module == "main")
    #expect(name.enclosingType?.qualified == "Swift.Array")
  }

  @Test(arguments: [
    "$s4main9ProfileVCC6storedSiycvpfiSiycfU_", "$s4main9ProfileVCC3defyySiycFfA_SiycfU_",
    "$s3App2C1C3KeyO2clyycvpZfiyycfU_", "$s4main9ProfileVCC5cacheSaySSGvau",
  ])
  func `where there is no self, no type is given for it`(_ symbol: String) {
    let name = SymbolName(mangled: symbol)
    #expect(name.enclosingType != nil)
    #expect(name.selfType == nil)
  }

  @Test(arguments: [
    ("$s4main9ProfileVCC5cacheSaySSGvpZ", "static ProfileVC.cache", "main"),
    ("$s4main11globalCacheSDySSSiGvp", "globalCache", "main"),
    (
      "$s4main12hiddenGlobal33_2D72A78F2769791B52588DD0A18F8D66LLSaySiGvp", "hiddenGlobal", "main"
    ),
    ("$s4main2E1O5tableSaySiGvpZ", "static E1.table", "main"),
    ("$s4main9ProfileVCC5InnerV2stSivpZ", "static ProfileVC.Inner.st", "main"),
    ("$s4main9ProfileVCC6shared_WZTv_r", "static ProfileVC.shared", "main"),
    ("$s4main9ProfileVCC6shared_WZTv0_", "static ProfileVC.shared", "main"),
  ])
  func `a variable is named with its module`(_ symbol: String, _ words: String, _ module: String) {
    let name = SymbolName(mangled: symbol)
    #expect(name.words == words)
    #expect(name.module == module)
    #expect(name.kind == .variable)
  }

  @Test(arguments: [
    ("$s4main2E1O5table_Wz", SymbolName.Kind.other), ("$s4main1WVN", .other),
    ("$s4main9ProfileVCC3anyypSgvpWvd", .other),
    ("$s4main3AppV9schedulerAA9ProfileVCCvau", .function),
    ("$s4main9ProfileVCC5titleSSvg", .function), ("$sIeg_ytIegr_TR", .thunk),
    ("malloc", .foreign), ("_ZNSt6vectorIiE", .foreign), ("", .foreign), ("$s", .other),
    ("$s4main9ProfileVCC6storedSiycvpfi", .function),
  ])
  func `what is no variable is not called one`(_ symbol: String, _ kind: SymbolName.Kind) {
    #expect(SymbolName(mangled: symbol).kind == kind)
  }

  @Test func `foreign symbols keep their names`() {
    #expect(SymbolName(mangled: "main_arena.12").words == "main_arena.12")
    #expect(SymbolName(mangled: "async_MainTY1_").words == "top-level code")
  }

  @Test func `names that are cut off are answered`() {
    let symbols = [
      "$s4main9ProfileVCC4load_4thenySi_ys6ResultOySis5Error_pGctFyycfU_TA.95Tu",
      "$s3App2C1C0043gointhedarkinhere_sqacdecHEBAIjEaAJbzbECdAayySiFyycfU_",
    ]
    for symbol in symbols {
      for length in 0..<symbol.utf8.count {
        let name = SymbolName(mangled: String(symbol.prefix(length)))
        #expect(!name.words.contains("viewDidLoad"))
      }
    }
  }

  @Test func `damaged words are answered`() {
    let text = Array(
      """
      partial apply forwarder for generic specialization <Swift.Int> of closure #1 () async -> () in \
      (extension in App):main.`a in (b)`.(priv in _12)<A where A == B>.== infix(_: A..., x: (B) -> C)
      """.utf8)
    var random = SplitMix64(seed: 6)
    for _ in 0..<5000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[place] = text[Int.random(in: 0..<text.count, using: &random)]
        case 1: bytes.insert(text[Int.random(in: 0..<text.count, using: &random)], at: place)
        default: bytes.remove(at: place)
        }
      }
      _ = SymbolName(mangled: "$s", demangled: String(decoding: bytes, as: UTF8.self))
    }
  }

  @Test(
    .timeLimit(.minutes(30)),
    arguments: [
      "(", "<", "`", ")", " in ", "static ", "closure #1 in ", "a.", "(a in ", ".", "@a(", "a(b: ",
      "generic specialization <",
      "function signature specialization <[Constant Propagated Function : ",
      "(1) await resume partial function for ", "x #1 in ", "a<", ", ",
    ])
  func `long unbalanced words take linear time`(_ piece: String) {
    let text = String(repeating: piece, count: 200_000 / piece.utf8.count)
    let name = SymbolName(mangled: "$s", demangled: text)
    #expect(name.words.utf8.count <= text.utf8.count * 4 + 100)
    #expect(SymbolName(mangled: "$s" + text).kind == .foreign)
  }
}
