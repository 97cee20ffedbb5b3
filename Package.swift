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
// milliseconds there as well.
let optimized: [SwiftSetting] = [
  .unsafeFlags(["-O"], .when(configuration: .debug))
]

let package = Package(
  name: "leakcheck",
  platforms: [.macOS(.v15), .iOS(.v18)],
  products: [
    .executable(name: "leakcheck", targets: ["leakcheck"]),
    .library(
      name: "LeakCheckKit",
      targets: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckReport",
        "LeakCheckRender", "LeakCheckLifecycle", "LeakCheckCapture",
      ]),
    .library(name: "LeakCheckTesting", targets: ["LeakCheckTesting"]),
  ],
  traits: [
    .trait(
      name: "Graphviz",
      description: "Draw with libgvc (Debian: libgraphviz-dev, Homebrew: graphviz)."),
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
    .target(name: "LeakCheckGraph", dependencies: ["CLeakCheckMemory"]),
    .target(
      name: "LeakCheckImport", dependencies: ["LeakCheckGraph", "CZlib"],
      resources: [.embedInCode("JSON/graph.schema.json")]),
    .target(name: "LeakCheckAnalysis", dependencies: ["LeakCheckGraph"]),
    .target(
      name: "LeakCheckReport", dependencies: ["LeakCheckGraph", "LeakCheckAnalysis"],
      resources: ["page.css", "elements.js", "view.js", "figure.js", "page.js"].map {
        .embedInCode("HTML/Page/\($0)")
      }),
    .target(
      name: "LeakCheckLifecycle",
      dependencies: ["LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis"]),
    .target(name: "CLeakCheckCapture"),
    .target(
      name: "LeakCheckCapture", dependencies: ["LeakCheckGraph", "CLeakCheckCapture"],
      swiftSettings: optimized),
    .target(
      name: "LeakCheckRender",
      dependencies: [.target(name: "CGraphviz", condition: .when(traits: ["Graphviz"]))]),
    .target(
      name: "LeakCheckTesting",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckReport",
        "LeakCheckRender", "LeakCheckLifecycle", "LeakCheckCapture",
      ]),
    .executableTarget(
      name: "leakcheck",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckReport",
        "LeakCheckRender", "LeakCheckLifecycle", "CLeakCheckMemory",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .target(
      name: "LeakCheckTestSupport", dependencies: ["LeakCheckGraph"],
      path: "Tests/LeakCheckTestSupport"),
    .executableTarget(
      name: "leakcheck-benchmarks",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckTestSupport",
        "CLeakCheckMemory",
      ],
      path: "Tests/Benchmarks/leakcheck-benchmarks"),
    .testTarget(
      name: "LeakCheckGraphTests", dependencies: ["LeakCheckGraph", "LeakCheckTestSupport"]),
    .testTarget(
      name: "LeakCheckImportTests",
      dependencies: ["CZlib", "LeakCheckGraph", "LeakCheckImport", "LeakCheckTestSupport"],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "LeakCheckAnalysisTests",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckTestSupport",
      ],
      resources: [.copy("Fixtures")]),
    .testTarget(
      name: "LeakCheckReportTests",
      dependencies: [
        "LeakCheckGraph", "LeakCheckAnalysis", "LeakCheckReport", "LeakCheckRender",
        "LeakCheckTestSupport",
      ]),
    .testTarget(
      name: "LeakCheckLifecycleTests",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckLifecycle",
        "LeakCheckTestSupport",
      ]),
    .testTarget(
      name: "LeakCheckCaptureTests",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckReport",
        "LeakCheckCapture", "LeakCheckTestSupport",
      ]),
    .testTarget(
      name: "LeakCheckTestingTests",
      dependencies: [
        "LeakCheckGraph", "LeakCheckImport", "LeakCheckAnalysis", "LeakCheckReport",
        "LeakCheckLifecycle", "LeakCheckCapture", "LeakCheckTesting", "LeakCheckTestSupport",
      ]),
    .testTarget(name: "LeakCheckRenderTests", dependencies: ["LeakCheckRender"]),
    .testTarget(name: "leakcheckTests", dependencies: ["leakcheck", "LeakCheckTestSupport"]),
    .testTarget(name: "ExampleTests", dependencies: ["leakcheck", "LeakCheckTestSupport"]),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system && target.type != .binary {
  target.swiftSettings = (target.swiftSettings ?? []) + settings
}
