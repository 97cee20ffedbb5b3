// swift-tools-version: 6.2
import PackageDescription

// One shape for every target, so that a module cannot have quieter rules than its neighbours.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .strictMemorySafety(),
]

// Tests are debug builds, and a capture reads every word of their heap: optimised, an assertion takes
// milliseconds there as well, and a graph of a million objects a second.
let optimized: [SwiftSetting] = [
  .unsafeFlags(
    ["-O", "-whole-module-optimization", "-num-threads", "2", "-disable-batch-mode"],
    .when(configuration: .debug))
]

// The tables of frameworks, one file each: who owns whom, and what ends it.
let frameworks = [
  "appkit", "avfoundation", "combine", "concurrency", "corebluetooth", "corelocation", "coremotion",
  "dispatch", "foundation", "grdb", "healthkit", "network", "nio", "photos", "quartzcore",
  "reactiveswift", "realm", "rxswift", "spritekit", "storekit", "swiftui", "tca", "uikit", "webkit",
]

let package = Package(
  name: "leakcheck",
  platforms: [.macOS(.v13), .iOS(.v16)],
  products: [
    .executable(name: "leakcheck", targets: ["leakcheck"]),
    .library(
      name: "LeakCheckKit",
      targets: [
        "LeakCheckText", "LeakCheckLocks", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckReport", "LeakCheckRender", "LeakCheckLifecycle", "LeakCheckCapture",
      ]),
    .library(name: "LeakCheckTesting", targets: ["LeakCheckTesting"]),
  ],
  traits: [
    .trait(
      name: "Graphviz",
      description: "Draw with libgvc where it is (Debian: libgraphviz-dev, Homebrew: graphviz)."),
    .default(enabledTraits: ["Graphviz"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
  ],
  targets: [
    .systemLibrary(
      name: "CGraphviz", path: "CGraphviz",
      pkgConfig: "libgvc",
      providers: [.apt(["libgraphviz-dev"]), .brew(["graphviz"])]),
    .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "CLeakCheckMemory"),
    .target(name: "LeakCheckLocks"),
    .target(name: "LeakCheckText"),
    .target(
      name: "LeakCheckGraph", dependencies: ["CLeakCheckMemory", "LeakCheckLocks"],
      swiftSettings: optimized),
    .target(
      name: "LeakCheckImport",
      dependencies: [
        "LeakCheckText", "LeakCheckLocks", "LeakCheckGraph", "CLeakCheckMemory", "CZlib",
      ],
      resources: [.embedInCode("JSON/graph.schema.json")]),
    .target(
      name: "LeakCheckAnalysis",
      dependencies: ["LeakCheckText", "LeakCheckLocks", "LeakCheckGraph"],
      resources: frameworks.map { .embedInCode("Catalogue/Frameworks/\($0).json") } + [
        .embedInCode("Words/nouns.json")
      ]),
    .target(
      name: "LeakCheckReport",
      dependencies: ["LeakCheckText", "LeakCheckGraph", "LeakCheckAnalysis"],
      resources: [
        "page.css", "steps.css", "elements.js", "view.js", "figure.js", "steps.js", "page.js",
      ].map {
        .embedInCode("HTML/Page/\($0)")
      } + [.embedInCode("Formats/report.schema.json")]),
    .target(
      name: "LeakCheckLifecycle",
      dependencies: ["LeakCheckText", "LeakCheckGraph", "LeakCheckAnalysis"],
      resources: [.embedInCode("Scenario/scenario.schema.json")]),
    .target(name: "CLeakCheckCapture"),
    .target(
      name: "LeakCheckCapture",
      dependencies: ["LeakCheckText", "LeakCheckLocks", "LeakCheckGraph", "CLeakCheckCapture"],
      swiftSettings: optimized),
    .target(
      name: "LeakCheckRender",
      dependencies: [
        "LeakCheckText", "LeakCheckLocks",
        .target(
          name: "CGraphviz",
          condition: .when(platforms: [.linux, .macOS], traits: ["Graphviz"])),
      ]),
    .target(name: "CLeakCheckTesting"),
    .target(
      name: "LeakCheckTesting",
      dependencies: [
        "CLeakCheckTesting",
        "LeakCheckText", "LeakCheckLocks", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckReport",
        "LeakCheckRender", "LeakCheckLifecycle", "LeakCheckCapture",
      ]),
    .executableTarget(
      name: "leakcheck",
      dependencies: [
        "LeakCheckText", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckReport",
        "LeakCheckRender", "LeakCheckLifecycle", "CLeakCheckMemory", "LeakCheckLocks",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      resources: [.embedInCode("Configuration/configuration.schema.json")]),
    .target(
      name: "LeakCheckTestSupport", dependencies: ["LeakCheckGraph", "LeakCheckAnalysis"],
      path: "Tests/LeakCheckTestSupport"),
    .executableTarget(
      name: "leakcheck-benchmarks",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckTestSupport",
        "CLeakCheckMemory",
      ],
      path: "Tests/Benchmarks/leakcheck-benchmarks"),
    .executableTarget(
      name: "leakcheck-live-benchmarks", dependencies: ["LeakCheckCapture", "LeakCheckTesting"],
      path: "Tests/Benchmarks/leakcheck-live-benchmarks"),
    .testTarget(
      name: "LeakCheckTextTests", dependencies: ["LeakCheckText", "LeakCheckTestSupport"]),
    .testTarget(name: "LeakCheckLocksTests", dependencies: ["LeakCheckLocks"]),
    .testTarget(
      name: "LeakCheckGraphTests",
      dependencies: ["LeakCheckLocks", "LeakCheckGraph", "LeakCheckTestSupport"]),
    .testTarget(
      name: "LeakCheckImportTests",
      dependencies: [
        "CZlib", "LeakCheckText", "LeakCheckLocks", "LeakCheckGraph", "LeakCheckImport",
        "LeakCheckTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "LeakCheckAnalysisTests",
      dependencies: [
        "LeakCheckLocks", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "LeakCheckReportTests",
      dependencies: [
        "LeakCheckText", "LeakCheckGraph", "LeakCheckAnalysis", "LeakCheckReport",
        "LeakCheckRender",
        "LeakCheckTestSupport",
      ]),
    .testTarget(
      name: "LeakCheckLifecycleTests",
      dependencies: [
        "LeakCheckLocks", "LeakCheckText", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckLifecycle",
        "LeakCheckTestSupport",
      ]),
    .testTarget(
      name: "LeakCheckCaptureTests",
      dependencies: [
        "LeakCheckLocks", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckReport",
        "LeakCheckCapture", "LeakCheckTestSupport",
      ]),
    .testTarget(
      name: "LeakCheckTestingTests",
      dependencies: [
        "LeakCheckText",
        "LeakCheckLocks", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckReport",
        "LeakCheckLifecycle", "LeakCheckCapture", "LeakCheckTesting", "LeakCheckTestSupport",
      ]),
    .testTarget(name: "LeakCheckRenderTests", dependencies: ["LeakCheckRender"]),
    .testTarget(
      name: "leakcheckTests",
      dependencies: [
        "leakcheck", "LeakCheckText", "LeakCheckReport", "LeakCheckRender", "LeakCheckTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "ExampleTests",
      dependencies: ["leakcheck", "LeakCheckAnalysis", "LeakCheckImport", "LeakCheckTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

// The fuzzers, which only Tests/Fuzzers/run builds, with flags of its own.
if Context.environment["LEAKCHECK_FUZZERS"] != nil {
  package.targets += [
    .target(name: "CLibFuzzer", path: "Tests/Fuzzers/CLibFuzzer"),
    .executableTarget(
      name: "leakcheck-fuzzer",
      dependencies: [
        "CLibFuzzer", "LeakCheckText", "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis",
        "LeakCheckReport", "LeakCheckLifecycle",
      ],
      path: "Tests/Fuzzers/leakcheck-fuzzer"),
  ]
}

// Swift source as the input of `leakcheck simulate`: read with swift-syntax, which takes minutes to build. A trait
// that is off would still download it; so it is a dependency only where somebody asks for it.
if Context.environment["LEAKCHECK_SWIFT"] != nil {
  let chapters = [
    "stored-closures", "delegates-and-parents", "timers-and-observers",
    "tasks-and-streams", "sessions-sinks-and-frameworks", "containers-and-presentation",
    "teardown", "reading-a-memory-graph",
  ]
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-syntax", from: "603.0.1"))
  package.targets += [
    .target(
      name: "LeakCheckSwift",
      dependencies: [
        "LeakCheckText", "LeakCheckLocks", "LeakCheckGraph", "LeakCheckAnalysis",
        "LeakCheckLifecycle",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
      ]),
    // The lessons of `learn`, which are Swift that is run.
    .target(
      name: "LeakCheckLessons",
      dependencies: [
        "LeakCheckText", "LeakCheckGraph", "LeakCheckAnalysis", "LeakCheckLifecycle",
        "LeakCheckReport", "LeakCheckSwift",
      ],
      resources: chapters.map { .embedInCode("Lessons/\($0).txt") }),
    .testTarget(
      name: "LeakCheckLessonsTests",
      dependencies: [
        "leakcheck", "LeakCheckText", "LeakCheckGraph", "LeakCheckAnalysis", "LeakCheckLifecycle",
        "LeakCheckReport", "LeakCheckSwift", "LeakCheckLessons", "LeakCheckTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "LeakCheckSwiftTests",
      dependencies: [
        "LeakCheckText", "LeakCheckLocks", "LeakCheckGraph", "LeakCheckAnalysis",
        "LeakCheckLifecycle", "LeakCheckSwift", "LeakCheckTestSupport",
        .product(name: "SwiftSyntax", package: "swift-syntax"),
        .product(name: "SwiftParser", package: "swift-syntax"),
        .product(name: "SwiftOperators", package: "swift-syntax"),
      ],
      resources: [.copy("Fixtures")]),
  ]
  // Its own tests are all that such a build need run.
  let tests = ["LeakCheckSwiftTests", "LeakCheckLessonsTests"]
  package.targets.removeAll { $0.type == .test && !tests.contains($0.name) }
  for target in package.targets where target.name == "leakcheck" {
    target.dependencies += ["LeakCheckSwift", "LeakCheckLessons"]
    target.swiftSettings = [.define("LEAKCHECK_SWIFT")]
  }
}

for target in package.targets where target.type != .system && target.type != .binary {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
