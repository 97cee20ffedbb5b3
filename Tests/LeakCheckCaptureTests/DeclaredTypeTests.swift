#if os(Linux) && canImport(Glibc)
import LeakCheckCapture
import LeakCheckGraph
import LeakCheckTestSupport
import Testing

private protocol Row {}
protocol DeclaredColumn<Cell> { associatedtype Cell }
private protocol Parent: AnyObject {}
private struct Link: Row { var target: AnyTable }
private class BaseTable {
  var other: BaseTable?
  var same: BaseTable?
  weak var away: BaseTable?
}
private final class DerivedTable: BaseTable { var own: DerivedTable? }
private final class AnyTable: Row, DeclaredColumn, Parent {
  typealias Cell = Int
  var whole: Any?
  var rows: (any Row)?
  var columns: (any DeclaredColumn<Int>)?
  var parent: (any Parent)?
  var same: AnyTable?
  var link: (any Row)?
}

extension LiveProcess {
  @Test func `a property that may be of no class says what it is declared with`() throws {
    let table = AnyTable()
    (table.whole, table.rows, table.columns, table.parent) = (table, table, table, table)
    (table.same, table.link) = (table, Link(target: table))
    defer {
      (table.whole, table.rows, table.columns, table.parent) = (nil, nil, nil, nil)
      (table.same, table.link) = (nil, nil)
    }
    let graph = try captureObjectGraph()
    let object = try #require(graph.objects.first { $0.type == "AnyTable" })
    let declared = Dictionary(
      uniqueKeysWithValues: object.references.map { ($0.name, $0.extensions) })
    #expect(
      declared == [
        "whole": #""x-declared": "Any""#, "rows": #""x-declared": "any Row""#,
        "columns": #""x-declared": "any DeclaredColumn""#,
        "parent": #""x-class": "any Parent""#, "same": "",
        "link.target": #""x-declaredIn": "Link""#,
      ])
  }

  @Test func `a property says which superclass declares it`() throws {
    let derived = DerivedTable()
    (derived.same, derived.other, derived.away) = (derived, DerivedTable(), derived)
    derived.own = derived
    defer { (derived.same, derived.own) = (nil, nil) }
    let graph = try captureObjectGraph()
    let object = try #require(
      graph.objects.first { $0.type == "DerivedTable" && $0.references.count == 4 })
    let declared = Dictionary(
      uniqueKeysWithValues: object.references.map { ($0.name, $0.extensions) })
    let inherited = #""x-declaredIn": "BaseTable""#
    #expect(
      declared == [
        "same": #""x-class": "BaseTable", \#(inherited)"#, "own": "",
        "other": #""x-class": "BaseTable", \#(inherited)"#,
        "away": inherited,
      ])
  }

  @Test func `a property says its class where the object is of a subclass`() throws {
    let base = BaseTable()
    (base.other, base.same) = (DerivedTable(), BaseTable())
    Escape.show(base)
    let graph = try captureObjectGraph()
    let object = try #require(
      graph.objects.first { $0.type == "BaseTable" && $0.references.count == 2 })
    let declared = Dictionary(
      uniqueKeysWithValues: object.references.map { ($0.name, $0.extensions) })
    #expect(declared == ["other": #""x-class": "BaseTable""#, "same": ""])
    withExtendedLifetime(base) {}
  }
}
#endif
