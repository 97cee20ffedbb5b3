import LeakCheckTesting

/// Texts as `leaks` prints them, in which an object of the test stands.
///
/// `OBJECT` is where its address goes.
struct LeaksRecording: LeaksTool {
  /// What is printed without options.
  var trees: String
  /// What is printed for `--traceTree`.
  var trace: String?
  /// The address, inverted so that it keeps nothing alive and is no reference to anybody who looks for one.
  var masked: UInt

  init(of object: AnyObject, trees: String, trace: String? = nil) {
    masked = ~UInt(bitPattern: ObjectIdentifier(object))
    self.trees = trees
    self.trace = trace
  }

  private var address: String { "0x" + String(~masked, radix: 16) }

  func text(_ options: [String]) throws(LeaksRefusal) -> [UInt8] {
    guard let option = options.first else {
      return Array(trees.replacing("OBJECT", with: address).utf8)
    }
    guard option == "--traceTree=\(address)", let trace else {
      throw LeaksRefusal("no recording of \(option)")
    }
    return Array(trace.replacing("OBJECT", with: address).utf8)
  }
}

/// A tool that says no.
struct RefusingLeaks: LeaksTool {
  var reason: String

  func text(_ options: [String]) throws(LeaksRefusal) -> [UInt8] { throw LeaksRefusal(reason) }
}

extension LeaksRecording {
  /// Two leaks of the app and one of a framework; the object is on a cycle.
  static let cycle = """
    Process:         xctest [3200]
    Path:            /Applications/Xcode.app/Contents/Developer/usr/bin/xctest
    Analysis Tool:   /usr/bin/leaks
    ----

    leaks Report Version: 4.0
    Process 3200: 41926 nodes malloced for 6668 KB
    Process 3200: 6 leaks for 288 total leaked bytes.

        6 (288 bytes) << TOTAL >>

          3 (144 bytes) ROOT CYCLE: <Shop.ProfileVC OBJECT> [48]
             2 (96 bytes) __strong onUpdate + 8 --> ROOT CYCLE: <Swift closure context 0x600000002660> [48]
                __strong self --> CYCLE BACK TO <Shop.ProfileVC OBJECT> [48]
                1 (48 bytes) title --> <Shop.Title 0x600000002700> [48]

          2 (96 bytes) ROOT CYCLE: <NSXPCConnection 0x600000005000> [48]
             1 (48 bytes) ROOT CYCLE: <OS_xpc_connection 0x600000005100> [48]
                CYCLE BACK TO <NSXPCConnection 0x600000005000> [48]

          1 (48 bytes) ROOT LEAK: <Shop.HomeViewModel 0x600000006940> [48]

    """

  /// Nothing is leaked.
  static let clean = """
    leaks Report Version: 4.0, multi-line stacks
    Process 3200: 41926 nodes malloced for 6668 KB
    Process 3200: 0 leaks for 0 total leaked bytes.

    """

  /// A static list and a timer hold the object; a weak reference does not.
  static let trace = """
    Process: xctest [3200]

    Found 2 roots referencing: <Shop.ProfileVC OBJECT> [48]

        2 <Shop.ProfileVC OBJECT> [48]
          1 <Shop.Bus 0x600000007780> [64]    +56: __strong screen 0x6000000077b8
          + 1 Region Shop __DATA __data: 'static Shop.Bus.shared' 0x102aed1c8 --> offset 5176
          1 <Shop.Router 0x600000008880> [32]    +16: __weak delegate 0x600000008890
            1 Region Shop __DATA __data: 'static Shop.Router.main' 0x102aed2d0 --> offset 5440

    """
}
