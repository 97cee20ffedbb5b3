import LeakCheckAnalysis
import LeakCheckGraph
import LeakCheckReport
import LeakCheckTestSupport

extension PictureCases {
  /// A screen of 60 objects with two cycles.
  static func screen() -> Report {
    var sketch = GraphSketch()
    addLiveScreen(to: &sketch)
    addDetail(to: &sketch)
    addComposer(to: &sketch)
    let graph = sketch.graph(named: "FeedScreen")
    let views = (0..<8).map { ObjectID.text("subview\($0)") }
    let drafts = (0..<5).map { ObjectID.text("draft\($0)") }
    let first = cycle(
      ["detail", "player", "progress"], in: graph, keeping: ["item"] + views, cut: "self")
    let second = cycle(["composer", "proxy"], in: graph, keeping: drafts, cut: "owner")
    return report(graph, [first, second].compactMap(\.self))
  }

  private static func addLiveScreen(to sketch: inout GraphSketch) {
    sketch.object("window", "UIWindow", .window, root: "key window")
    sketch.object("tabs", "MainTabBarController", .controller)
    sketch.object(
      "feed", "FeedViewController", .controller, file: "App/FeedViewController.swift", line: 20)
    sketch.object("model", "FeedViewModel", file: "FeedViewModel.swift", line: 9)
    sketch.object("service", "FeedService")
    sketch.object("session", "URLSession", root: "URLSession.shared")
    sketch.object("table", "UITableView", .view)
    sketch.reference("window", "tabs", "rootViewController")
    sketch.reference("tabs", "feed", "viewControllers[0]", .strong, .element)
    sketch.reference("feed", "model", "viewModel")
    sketch.reference("model", "feed", "view", .weak)
    sketch.reference("feed", "table", "tableView")
    sketch.reference("model", "service", "service")
    sketch.reference("service", "session", "session")
    for index in 0..<14 {
      sketch.object(.text("cell\(index)"), "FeedCell", .view, size: 2_048)
      sketch.reference(
        "table", .text("cell\(index)"), "visibleCells[\(index)]", .strong, .element)
    }
    for index in 0..<21 {
      sketch.object(.text("layer\(index)"), "CALayer", size: 512)
      sketch.reference(.text("cell\(index % 14)"), .text("layer\(index)"), "layer")
    }
  }

  private static func addDetail(to sketch: inout GraphSketch) {
    sketch.object("detail", "DetailViewController", .controller, gone: "popped 38 s ago")
    sketch.object("player", "PlayerController", file: "Player.swift", line: 77)
    sketch.object(
      "progress", "closure", .closure, name: "onProgress", file: "Detail.swift", line: 57)
    sketch.object("item", "AVPlayerItem", size: 1_258_291)
    sketch.reference("feed", "detail", "lastDetail", .weak)
    sketch.reference("detail", "player", "player")
    sketch.reference("player", "progress", "onProgress")
    sketch.reference("progress", "detail", "self", .strong, .capture)
    sketch.reference("player", "item", "item")
    for index in 0..<8 {
      sketch.object(.text("subview\(index)"), "UIView", .view, size: 512)
      sketch.reference(
        "detail", .text("subview\(index)"), "subviews[\(index)]", .strong, .element)
    }
  }

  private static func addComposer(to sketch: inout GraphSketch) {
    sketch.object("composer", "CommentComposer", file: "Composer.swift", line: 15)
    sketch.object("proxy", "ComposerDelegateProxy", .delegate, file: "Composer.swift", line: 91)
    sketch.reference("feed", "composer", "composer", .weak)
    sketch.reference("composer", "proxy", "proxy")
    sketch.reference("proxy", "composer", "owner")
    sketch.reference("proxy", "service", "service", .unowned)
    for index in 0..<5 {
      sketch.object(.text("draft\(index)"), "DraftAttachment", size: 63_488)
      sketch.reference("composer", .text("draft\(index)"), "attachments", .strong, .element)
    }
  }

  /// 5,000 objects with 37 equal cycles and 14 others.
  static func large() -> Report {
    var sketch = GraphSketch()
    sketch.object("app", "UIApplication", root: "UIApplication.shared")
    var lists: [ObjectID] = []
    for index in 0..<37 { lists += addList(index, to: &sketch) }
    for index in 0..<14 { addLegacy(index, to: &sketch) }
    while sketch.builder.objectCount < 5_000 {
      let index = sketch.builder.objectCount
      let id = ObjectID.text("live\(index)")
      sketch.object(id, ["NSCache", "Row", "Label", "Image"][index % 4] + "\(index % 23)")
      let parent: ObjectID = index % 5 == 0 ? "app" : .text("live\(index - 1)")
      let hasParent = index % 5 == 0 || index > sketch.firstLive
      sketch.reference(hasParent ? parent : "app", id, index % 5 == 0 ? "services" : "next")
    }
    let graph = sketch.graph(named: "Large.json")
    let first = cycle(
      ["list0", "cell0.0", "tap0.0"], in: graph, keeping: lists, cut: "self", instances: 37)
    let others = (0..<14).map {
      cycle([.text("a\($0)"), .text("b\($0)")], in: graph, cut: "owner")
    }
    return report(graph, ([first] + others).compactMap(\.self))
  }

  private static func addList(_ index: Int, to sketch: inout GraphSketch) -> [ObjectID] {
    let list = ObjectID.text("list\(index)")
    sketch.object(list, "ListViewController", .controller, size: 912, gone: "popped")
    var ids = [list]
    for cell in 0..<20 {
      let model = ObjectID.text("cell\(index).\(cell)")
      let tap = ObjectID.text("tap\(index).\(cell)")
      let view = ObjectID.text("view\(index).\(cell)")
      sketch.object(model, "CellModel", size: 160)
      sketch.object(tap, "closure", .closure, name: "onTap", size: 48)
      sketch.object(view, "UIView", .view, size: 512)
      sketch.reference(list, model, "cells[\(cell)]", .strong, .element)
      sketch.reference(model, tap, "onTap")
      sketch.reference(tap, list, "self", .strong, .capture)
      sketch.reference(list, view, "view")
      ids += [model, tap, view]
    }
    return ids.filter { !["list0", "cell0.0", "tap0.0"].contains($0) }
  }

  private static func addLegacy(_ index: Int, to sketch: inout GraphSketch) {
    sketch.object(.text("a\(index)"), "LegacyDelegate\(index)", .delegate)
    sketch.object(.text("b\(index)"), "Legacy\(index)")
    sketch.reference(.text("a\(index)"), .text("b\(index)"), "delegate")
    sketch.reference(.text("b\(index)"), .text("a\(index)"), "owner")
  }
}

extension GraphSketch {
  /// The number of the first object that is no part of a finding.
  fileprivate var firstLive: Int { 1 + 37 * 61 + 28 }
}
