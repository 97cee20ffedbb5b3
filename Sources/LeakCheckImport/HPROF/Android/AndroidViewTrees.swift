/// A search for the root of a view's tree that walks each part of a path once.
///
/// A class, because the heap that is asked is borrowed and does not change.
final class AndroidViewTrees {
  /// The root above a view.
  struct Tree {
    /// The topmost view above it, or `nil` where there is none.
    var root: Int?
    /// Whether something that is no view, a window's `ViewRootImpl`, is above that.
    var hasWindow = false
  }

  private var trees: [Int: Tree] = [:]

  /// The tree of the view at `row`.
  ///
  /// - Complexity: O(views) for all views.
  func tree(of row: Int, in heap: borrowing HPROFHeap) -> Tree {
    var path: [Int] = []
    var next = row
    while trees[next] == nil {
      // Views above each other in a circle, which only a damaged dump has, find this and have no window.
      trees[next] = Tree()
      let parent = heap.object(of: next, "android.view.View", "mParent")
      guard let parent, heap.isInstance(parent, of: "android.view.View") else {
        trees[next]?.hasWindow = parent != nil
        break
      }
      path.append(next)
      next = parent
    }
    for view in path.reversed() {
      let above = trees[next] ?? Tree()
      trees[view] = Tree(root: above.root ?? next, hasWindow: above.hasWindow)
      next = view
    }
    return trees[row] ?? Tree()
  }
}
