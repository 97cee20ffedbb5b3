// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "AssertionsDemo",
  platforms: [.macOS(.v13), .iOS(.v16)],
  dependencies: [
    .package(name: "leakcheck", path: "../..")
  ],
  targets: [
    .target(name: "Notebook"),
    .testTarget(
      name: "NotebookTests",
      dependencies: ["Notebook", .product(name: "LeakCheckTesting", package: "leakcheck")]),
  ],
  swiftLanguageModes: [.v6]
)
