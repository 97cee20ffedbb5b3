// Cycles of several objects, without closures.

enum TwoObjects {
  final class Author {
    var book: Book?
  }
  final class Book {
    var author: Author?
  }
  @inline(never) static func make() -> LeakProbe {
    let (author, book) = (Author(), Book())
    author.book = book
    book.author = author
    return LeakProbe(author) { $0.book = nil }
  }
}

enum ThreeObjects {
  final class Country {
    var capital: City?
  }
  final class City {
    var mayor: Mayor?
  }
  final class Mayor {
    var country: Country?
  }
  @inline(never) static func make() -> LeakProbe {
    let country = Country()
    country.capital = City()
    country.capital?.mayor = Mayor()
    country.capital?.mayor?.country = country
    return LeakProbe(country) { $0.capital = nil }
  }
}

/// One object in the middle of many two-object cycles.
enum HubCycle {
  final class Hub {
    var spokes: [Spoke] = []
  }
  final class Spoke {
    let hub: Hub
    init(hub: Hub) { self.hub = hub }
  }
  @inline(never) static func make() -> LeakProbe {
    let hub = Hub()
    for _ in 0..<8 { hub.spokes.append(Spoke(hub: hub)) }
    return LeakProbe(hub) { $0.spokes = [] }
  }
}

/// Not on the cycle, but kept by it.
enum BehindCycle {
  final class Owner {
    var other: Owner?
    var cargo: Cargo?
  }
  final class Cargo {
    let name = "what the cycle carries"
    weak var owner: Owner?
  }
  @inline(never) static func make() -> LeakProbe {
    let (first, second, cargo) = (Owner(), Owner(), Cargo())
    first.other = second
    second.other = first
    second.cargo = cargo
    cargo.owner = first
    return LeakProbe(cargo) { $0.owner?.other = nil }
  }
}

enum DoublyLinkedList {
  final class Element {
    var next: Element?
    var previous: Element?
  }
  final class List {
    var head: Element?
    func append(_ element: Element) {
      element.next = head
      head?.previous = element
      head = element
    }
  }
  @inline(never) static func make() -> LeakProbe {
    let list = List()
    let first = Element()
    for element in [first, Element(), Element()] { list.append(element) }
    return LeakProbe(first) { $0.previous = nil }
  }
}

enum GraphNeighbours {
  final class Vertex {
    var neighbours: Set<Box> = []
  }
  struct Box: Hashable {
    let vertex: Vertex
    static func == (left: Box, right: Box) -> Bool { left.vertex === right.vertex }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(vertex)) }
  }
  @inline(never) static func make() -> LeakProbe {
    let vertices = [Vertex(), Vertex(), Vertex()]
    for vertex in vertices {
      for other in vertices where other !== vertex { vertex.neighbours.insert(Box(vertex: other)) }
    }
    return LeakProbe(vertices[0]) { first in
      let others = first.neighbours.map(\.vertex)
      for vertex in [first] + others { vertex.neighbours = [] }
    }
  }
}

enum SelfReference {
  final class Singleton {
    var shared: Singleton?
  }
  @inline(never) static func make() -> LeakProbe {
    let object = Singleton()
    object.shared = object
    return LeakProbe(object) { $0.shared = nil }
  }
}

enum GenericCycle {
  final class Store<State> {
    var state: State
    var reducer: Reducer<State>?
    init(_ state: State) { self.state = state }
  }
  final class Reducer<State> {
    var store: Store<State>?
  }
  @inline(never) static func make() -> LeakProbe {
    let store = Store((count: 1, name: "state"))
    store.reducer = Reducer()
    store.reducer?.store = store
    return LeakProbe(store) { $0.reducer = nil }
  }
}

/// No cycle, and kept in the order of a chain: all of it goes.
enum LongChain {
  final class Link {
    var next: Link?
  }
  @inline(never) static func make() -> LeakProbe {
    let last = Link()
    var head = last
    for _ in 0..<100 {
      let link = Link()
      link.next = head
      head = link
    }
    return LeakProbe(last)
  }
}

extension LeakScenario {
  static let cycles = [
    LeakScenario(
      "a cycle of two", .leaked, path: ["Author.book", "Book.author"],
      make: { TwoObjects.make() }),
    LeakScenario(
      "a cycle of three", .leaked, path: ["Country.capital", "City.mayor", "Mayor.country"],
      make: { ThreeObjects.make() }),
    LeakScenario(
      "a hub of cycles", .leaked, path: ["Hub.spokes", "Spoke.hub"], make: { HubCycle.make() }),
    LeakScenario(
      "an object behind a cycle", .leaked, path: ["Owner.other", "Owner.other"],
      make: { BehindCycle.make() }),
    LeakScenario(
      "a list linked both ways", .leaked, path: ["Element.previous", "Element.next"],
      make: { DoublyLinkedList.make() }),
    LeakScenario(
      "a graph with strong neighbours", .leaked,
      path: ["Vertex.neighbours", "Vertex.neighbours"], make: { GraphNeighbours.make() }),
    LeakScenario(
      "an object that holds itself", .leaked, path: ["Singleton.shared"],
      make: { SelfReference.make() }),
    LeakScenario(
      "a cycle of generic classes", .leaked, path: ["Store", "reducer", "Reducer", "store"],
      make: { GenericCycle.make() }),
    LeakScenario("a long chain", .freed, make: { LongChain.make() }),
  ]
}
