final class Node {
  var next: Node?
  var previous: Node?

  func visit() { next?.visit() }
}

func makeList() -> Node {
  let first = Node()
  let second = Node()
  let third = Node()
  first.next = second
  second.previous = first
  second.next = third
  third.previous = second
  return first
}

// What happens.
let list = makeList()
list.visit()
