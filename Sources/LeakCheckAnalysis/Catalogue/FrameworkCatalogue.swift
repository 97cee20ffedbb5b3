import LeakCheckGraph
import LeakCheckText

/// Ownership in frameworks, read from one table per framework: see `Frameworks`.
///
/// A project can add rows and leaks of its own: ``adding(rows:leaks:)``. They hold while ``current`` is bound to them.
package struct FrameworkCatalogue: Sendable {
  /// The rows, those that stand first before others that mean the same reference.
  let rows: [FrameworkRow]
  /// Cycles that only frameworks can end.
  let leaks: [KnownLeak]
  private let index: CatalogueIndex

  /// The catalogue by which references are judged, as far as this task reaches: the one that is built in, unless
  /// somebody bound another.
  @TaskLocal package static var current: FrameworkCatalogue = .builtIn

  /// The catalogue that is built in.
  package static let builtIn: FrameworkCatalogue = FrameworkCatalogue(tables: [
    PackageResources.dispatch_json, PackageResources.foundation_json, PackageResources.uikit_json,
    PackageResources.appkit_json, PackageResources.combine_json, PackageResources.swiftui_json,
    PackageResources.webkit_json, PackageResources.avfoundation_json,
    PackageResources.quartzcore_json, PackageResources.corebluetooth_json,
    PackageResources.corelocation_json, PackageResources.rxswift_json,
    PackageResources.reactiveswift_json, PackageResources.nio_json, PackageResources.grdb_json,
    PackageResources.realm_json, PackageResources.tca_json, PackageResources.concurrency_json,
    PackageResources.network_json, PackageResources.storekit_json, PackageResources.spritekit_json,
    PackageResources.coremotion_json, PackageResources.healthkit_json,
    PackageResources.photos_json,
  ])

  /// The catalogue of some tables, each the bytes of its file.
  ///
  /// - Precondition: They are well formed: they are part of the program.
  init(tables: [[UInt8]]) {
    var (rows, leaks): ([FrameworkRow], [KnownLeak]) = ([], [])
    for table in tables {
      let tree: JSONTree
      do throws(InputError) {
        tree = try JSONTree.parse(table, source: "a table of a framework")
      } catch {
        preconditionFailure("\(error)")
      }
      let framework = tree["framework"]?.text ?? ""
      let modules = tree["modules"]?.strings ?? []
      rows +=
        tree["rows"]?.elements.compactMap {
          FrameworkRow($0, framework: framework, modules: modules)
        } ?? []
      leaks += tree["leaks"]?.elements.compactMap { KnownLeak($0) } ?? []
    }
    // What speaks of named references says more than what speaks of all that a type has, whichever table has it.
    self.init(
      rows: rows.filter { !$0.isForAllReferences } + rows.filter(\.isForAllReferences),
      leaks: leaks)
  }

  init(rows: [FrameworkRow], leaks: [KnownLeak]) {
    self.rows = rows
    self.leaks = leaks
    index = CatalogueIndex(of: rows)
  }

  /// This catalogue with rows and leaks of a project, which come before those that are there: who wrote them knows the
  /// project.
  package func adding(rows: [FrameworkRow], leaks: [KnownLeak]) -> FrameworkCatalogue {
    FrameworkCatalogue(rows: rows + self.rows, leaks: leaks + self.leaks)
  }

  /// The rows that may mean an object by its type or its kind, in their order; see ``FrameworkRow/mayMean(_:_:)``.
  ///
  /// - Complexity: O(rows) with a step for each pattern, and more only for patterns that the type has the letters of.
  func rows(meaning type: PlainTypeName, _ kind: ObjectKind) -> [FrameworkRow] {
    index.candidates(for: type, kind).lazy.map { rows[Int($0)] }.filter { $0.mayMean(type, kind) }
  }

  /// The row that speaks of a reference: of what a framework has, or what is of such a kind, or is called as a whole as
  /// something of a framework.
  ///
  /// An app's own controller holds its children as UIKit's does: there the kind tells. What a task keeps that waits for
  /// a continuation ends when that is resumed, and not by any call on the task.
  func row(for reference: ObjectGraph.Reference) -> FrameworkRow? {
    let holder = reference.source
    if holder.kind == .task, let resuming = ContinuationUse.resuming(holder) {
      return row(naming: resuming)
    }
    return row(naming: reference)
  }

  /// The row that speaks of a reference by what its holder is.
  func row(naming reference: ObjectGraph.Reference) -> FrameworkRow? {
    let (holder, name) = (reference.source, reference.name)
    let type = PlainTypeName(holder.type)
    return rows(meaning: type, holder.kind).first {
      $0.speaks(ofReference: name)
        && $0.speaks(
          of: type, holder.kind,
          isFramework: holder.owner == .framework || $0.kinds.contains(holder.kind))
    }
  }

  /// Whether what an object keeps is ended by a call on the property that has the object.
  func isCalledByProperty(_ holder: ObjectGraph.Object) -> Bool {
    holder.owner == .framework
      && rows(meaning: PlainTypeName(holder.type), holder.kind).contains { $0.isCalledByProperty }
  }

  /// The fix in words that the row of a reference has, or `nil`.
  func fix(for reference: ObjectGraph.Reference) -> String? {
    guard reference.graph.collector == .arc, let fix = row(for: reference)?.fix else { return nil }
    return fix.replacing("{target}", with: CutWords.words(for: reference.target))
      .replacing("{holder}", with: CutWords.words(for: reference.source))
  }
}

/// The rows that can match an object.
///
/// There are hundreds of patterns, and graphs have hundreds of thousands of types, nearly none of which any pattern
/// matches: the letters of a type tell.
private struct CatalogueIndex: Sendable {
  /// The letters of each pattern, with its row; the rows in rising order.
  private var patterns: [(letters: LetterSet, row: Int32)] = []
  private var kinds: [ObjectKind: [Int32]] = [:]

  init(of rows: [FrameworkRow]) {
    for (number, row) in rows.enumerated() {
      patterns += row.holders.map { ($0.letters, Int32(number)) }
      for kind in row.kinds { kinds[kind, default: []].append(Int32(number)) }
    }
  }

  /// The rows that may mean an object, in rising order, each once.
  func candidates(for type: PlainTypeName, _ kind: ObjectKind) -> [Int32] {
    var found: [Int32] = []
    for pattern in patterns
    where type.letters.contains(pattern.letters) && found.last != pattern.row {
      found.append(pattern.row)
    }
    guard let others = kinds[kind] else { return found }
    return Set(found + others).sorted()
  }
}

extension JSONTree {
  /// The elements of an array; empty for anything else.
  var elements: [JSONTree] {
    if case .array(let elements) = value { return elements }
    return []
  }
}
