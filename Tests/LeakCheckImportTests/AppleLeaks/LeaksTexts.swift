import LeakCheckGraph
import LeakCheckImport
import LeakCheckText

/// Short texts in the forms that `leaks` has printed since Mac OS X 10.4.
enum LeaksTexts {
  /// The graph of a text without an extension that tells its format.
  static func graph(_ text: String) throws(InputError) -> ObjectGraph {
    try GraphReaders.read(Array(text.utf8), from: "t")
  }

  /// What the graph of a text says that is missing, or `nil` where nothing is, or where there is no graph.
  static func incomplete(_ text: String) -> String? {
    guard let graph = try? graph(text),
      let match = graph.extensions.firstMatch(of: /"x-incomplete": "([^"]*)"/)
    else { return nil }
    return String(match.1)
  }

  /// The message of the error that a text gives, or `nil` when it is read.
  static func message(_ text: String) -> String? {
    do throws(InputError) {
      _ = try AppleLeaksReader().read(Array(text.utf8), from: "t")
      return nil
    } catch {
      return error.description
    }
  }

  /// Version 4.0: trees with a total, blank lines between them, names, strengths and offsets.
  static let trees = """
    Process 7 is not debuggable. Due to security restrictions, leaks can only show or save contents.

    Process:         Shop [7]
    Path:            /Applications/Shop.app/Shop
    Report Version:  7
    Analysis Tool:   /usr/bin/leaks

    Physical footprint:         82.0M
    ----

    leaks Report Version: 4.0
    Process 7: 3127 nodes malloced for 2610 KB
    Process 7: 8 leaks for 1234551 total leaked bytes.

        8 (1.18M) << TOTAL >>

          6 (1.18M) ROOT CYCLE: <Shop.Cart<Shop.Item, (count: Swift.Int, 0x1 Swift.Int)> 0x600000001000> [640]
             _rawValues --> CYCLE BACK TO <Shop.Cart<Shop.Item, (count: Swift.Int, 0x1 Swift.Int)> 0x600000001000> [640]
             3 (160 bytes) __strong ._model.wrappedValue + 8 --> ROOT CYCLE: <Swift closure context 0x600000002000> [48]
                2 (112 bytes)  + 16 --> ROOT CYCLE: 0x600000003000 [80]
                   __strong  --> CYCLE BACK TO <Shop.Cart<Shop.Item, (count: Swift.Int, 0x1 Swift.Int)> 0x600000001000> [640]
                   1 (32 bytes) view + 16 --> <NSTimer 0x600000004000> [32]
             1 (1.17M) <__NSMallocBlock__ 0x600000005000> [1233655]  Shop  __14-[Cart refill]_block_invoke  0x19d5f041c
             1 (32 bytes) __weak delegate --> <Shop.Delegate 0x600000006000> [32]

          2 (64 bytes) ROOT LEAK: 0x600000007000 [32]  length: 12  "a --> <b>\\n"
             1 (32 bytes) __unsafe_unretained owner --> 0x600000008000 [32]

    Binary Images:
           0x102970000 -        0x107f6561f +Shop (0) <3EBB7B1A> /Applications/Shop.app/Shop
    """

  /// Version 4.0 with malloc stack logging: a heading and frames before each group.
  static let stacks = """
    leaks Report Version: 4.0, multi-line stacks
    Process 8: 261 nodes malloced for 18 KB
    Process 8: 5 leaks for 240 total leaked bytes.

    STACK OF 2 INSTANCES OF 'ROOT LEAK: <malloc in make_node>':
    4   dyld                                  0x1820aab98 start + 6076
    3   shop                                  0x10282b800 main + 576  main.c:96
    0   libsystem_malloc.dylib                0x18227d080 _malloc_zone_malloc + 152
    ====
        3 (112 bytes) ROOT LEAK: <malloc in make_node 0x14c704130> [32]
           1 (48 bytes) <calloc in make_name 0x14c704150> [48]
           1 (32 bytes) 0x14c704190 [32]
        ----
        1 (64 bytes) ROOT LEAK: <malloc in make_node 0x14c7041b0> [64]

    STACK OF 1 INSTANCE OF 'ROOT LEAK: <0x1bb727fd0>', 1 INSTANCE OF 'ROOT LEAK: malloc<64>':
    0   libsystem_malloc.dylib                0x18227d080 _malloc_zone_malloc + 152
    ====
        1 (64 bytes) ROOT LEAK: <0x1bb727fd0> [64]
    """

  /// Versions 2.0 and 3.0: a line for each leak, with its bytes and its call stack.
  static let list = """
    leaks Report Version:  2.0
    Process 9: 3437 nodes malloced for 804 KB
    Process 9: 7 leaks for 2432 total leaked bytes.
    Leak: 0x514e00  size=48 string ''
    \tCall stack: [thread 0xb030b000]: | thread_start | run | malloc
    Leak: 0x186f5250  size=64
            0x54434101 0x204e4f49 0x6e776f64 0x20737265     .ACTION wonders
            0x20796877 0x79656874 0x64696420 0x65687420     Leak: 0x1 why
            ...
    Leak: 0x015b6ba0  size=16       instance of 'NSCFString', type ObjC, implemented in Foundation
            0xa0801260 0x0001078c 0x00626e02 0x00010001     `........nb.....
    Leak: 0x604000313170  size=144  zone: DefaultMallocZone_0x103592000   XTubeManager  C++  CFNetwork
    Leak: 0x604000441500  size=48  zone: DefaultMallocZone_0x103592000   CFDictionary (Key Storage)  C  CoreFoundation
    Leak: 0x6040004439f0  size=64  zone: DefaultMallocZone_0x103592000  length: 61  "4.5//Facades"
    Leak: 0x7f8e8f001000  size=2048  zone: MallocStackLoggingLiteZone_0x1   Shop.Cart  Swift  Shop  "text"
    \tCall stack:
    1   Foundation  0xabc -[Example initialize] + 16
    0   libsystem_malloc.dylib  0xabd malloc + 8
    Binary Images:
    0x1000 - 0x2fff shop (???) <A7> /usr/bin/shop
    """

  /// `--groupByType`: counts in place of addresses.
  static let groups = """
    Process 10: 12 leaks for 640 total leaked bytes.

        12 (640 bytes) << TOTAL >>

          4 (192 bytes) ROOT LEAK: <Model>
          8 (448 bytes) ROOT CYCLE: Person
             6 (256 bytes) __strong home --> ROOT CYCLE: Home
                owner --> CYCLE BACK TO Person
                4 (128 bytes) doors --> Door
    """

  /// `--referenceTree`: everything, below what `leaks` takes for roots.
  static let references = """
    leaks Report Version: 4.0
    Process 11: 9 nodes malloced for 12 KB

    Reference Tree:

        8 (978K) << TOTAL >>
          6 (176K) VM: __DATA  0x1027a8000-0x1027ac000 [V=16K] rw-/rw-
          + 4 (160K) retainedCache --> <NSMutableArray 0x1030a19a0> [48]
          + ! 3 (160K) <NSMutableArray (Storage) 0x1030a10e0> [16]
          + !   2 (160K) <NSConcreteMutableData 0x1030a19f0> [48]
          + !     1 (160K) <NSConcreteMutableData (Bytes Storage) 0x8d9800000> [163840]
          + 1 (32 bytes) <Class.data (class_rw_t) 0x8d9002ba0> [32]
          2 (128 bytes) <Shop.App 0x600000001000> [64]
             1 (64 bytes) window + 8 --> <UIWindow 0x600000002000> [64]
    """

  /// `--traceTree=0x600000001000`: who holds the object, upwards to the roots.
  static let trace = """
    Process 12: 9 nodes malloced for 12 KB

    Found 2 roots referencing 0x600000001000:

    <Shop.Screen 0x600000001000> [912]
      + <Swift closure context 0x600000002000> [48] +24: __strong self
      + ! <Shop.Bus 0x600000003000> [96] +16: handlers
      + !   __DATA __bss 'Shop.Bus.shared'  Shop
      + <NSTimer 0x600000004000> [160] +32: __weak target
      +   Stack of thread 0x1  0x16fdfe000
    """

  /// `--traceTree` as Xcode 26 prints it: roots counted, the field behind the object, with its own address.
  static let countedTrace = """
    Process: Shop [12]
    Tracing: <Shop.Screen 0x8a176a000> [1024]

    Found 4 roots referencing: <Shop.Screen 0x8a176a000> [1024]

        4 <Shop.Screen 0x8a176a000> [1024]
          2 <__NSMallocBlock__ 0x8a1007780> [64]  Shop  closure #1 () -> () in Shop.refresh  0x1001a0000    +56: __strong [capture] 0x8a10077b8
          + 2 <NSTimer 0x8a1888000> [128]    +32: _block 0x8a1888020
          +   2 Region CoreFoundation __DATA_DIRTY __bss: '__CFRunLoop' 0x1ee600000
          1 Region Shop __DATA __data: 'static Shop.screens' 0x102aed1c8 --> offset 5176
          1 Kernel Pointers Into User Space
    """

  /// `--trace`: a path from each root down to the object.
  static let paths = """
    Tracing: <Shop.Screen 0xc8bc30060> [48]

    Found 2 roots referencing: <Shop.Screen 0xc8bc30060> [48]

    VM: __DATA_DIRTY  0x1ed7b88e0-0x1ed7c0c90 [V=33K] rw-/rw-  /Applications/Shop.app/Shop
    __DATA_DIRTY __bss: 'static Shop.bus' + 24 0x1ed7bcd10 --> 0xc8c1dc050 [80]
        +8:                           0xc8c1dc058 --> <Shop.Bus 0xc8c1dc000> [96]
       +56: __weak handlers           0xc8c1dc038 --> <Shop.Screen 0xc8bc30060> [48]

    VM: __DATA_DIRTY  0x29974c210-0x29974c548 [V=824] rw-/rw-  /System/Library/UIKitCore
    __DATA_DIRTY __bss: '_MergedGlobals' 0x29974c420 --> <NSMutableDictionary 0xc98d49ce0> [32]
     +3400: __strong storage          0xc98d49ce8 --> <Shop.Bus 0xc8c1dc000> [96]
       +56: __weak handlers           0xc8c1dc038 --> <Shop.Screen 0xc8bc30060> [48]

    """
}
