/// The names of a capture's types, each found once.
struct TypeNames {
  private let layouts: PageArray<TypeLayout>
  private var texts: [TypeText?]

  init(of layouts: PageArray<TypeLayout>) {
    self.layouts = layouts
    texts = Array(repeating: nil, count: layouts.count)
  }

  /// The name for objects with this layout number.
  subscript(layout: Int32) -> TypeText {
    mutating get {
      if let known = texts[Int(layout)] { return known }
      let text = TypeText(layouts[Int(layout)])
      texts[Int(layout)] = text
      return text
    }
  }
}
