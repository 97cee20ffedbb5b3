import LeakCheckGraph
import Testing

@testable import LeakCheckImport

@Suite struct LeaksWordsTests {
  @Test(arguments: [
    ("name", "name", Strength.strong), ("__strong name", "name", .strong),
    ("__strong ", "", .strong),
    ("__strong ._a.b.wrappedValue", "_a.b.wrappedValue", .strong), ("view + 16", "view", .strong),
    (" + 8", "+ 8", .strong), ("__strong  + 24", "+ 24", .strong),
    ("_items._guts._object + 8", "_items._guts._object", .strong),
    ("__weak delegate", "delegate", .weak), ("weak delegate", "delegate", .weak),
    ("weak", "weak", .strong), ("unowned + 16", "unowned", .strong),
    ("__weak + 16", "+ 16", .weak),
    ("weakness", "weakness", .strong), ("unowned owner", "owner", .unowned),
    ("__unowned owner", "owner", .unowned),
    ("unowned(unsafe) owner", "owner", .unmanaged),
    ("__unsafe_unretained raw + 24", "raw", .unmanaged),
    ("__strong [capture]", "", .strong), ("", "", .strong), ("a + b", "a + b", .strong),
    ("+", "+", .strong),
  ]) func `a label tells name and strength`(_ text: String, _ name: String, _ strength: Strength) {
    let label = LeaksLabel(text)
    #expect(label.name == name)
    #expect(label.strength == strength)
  }

  @Test(arguments: [
    ("Swift closure context", ObjectKind.closure, Owner.app),
    ("Closure context (unknown layout)", .closure, .app),
    ("__NSMallocBlock__", .closure, .app), ("NSTimer", .timer, .framework),
    ("Shop.CartViewController", .controller, .app),
    ("NSArray", .collection, .framework), ("__NSDictionaryM", .collection, .framework),
    ("Swift._DictionaryStorage<A, B>", .collection, .framework),
    ("CFDictionary (Value Storage)", .collection, .framework),
    ("Swift HeapGenericLocalVariable", .box, .app),
    ("SwiftUI.(Box in $1a)<Shop.Cart>", .object, .framework),
    ("Shop.NSCart", .object, .app), ("malloc in NSFoo", .object, .app),
    ("NSCart", .object, .framework),
    ("Nsync", .object, .app), ("UITableView", .object, .framework), ("UITest", .object, .framework),
    ("dispatch_queue_t (serial)", .object, .framework), ("malloc", .object, .app),
    ("", .object, .app),
  ]) func `a type tells kind and owner`(_ name: String, _ kind: ObjectKind, _ owner: Owner) {
    let type = LeaksType(name)
    #expect(type.kind == kind)
    #expect(type.owner == owner)
  }
}
