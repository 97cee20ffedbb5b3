/// The names of the types of a capture, each found once.
struct TypeNames {
  private let layouts: PageArray<TypeLayout>
  private var texts: [TypeText?]

  init(of layouts: PageArray<TypeLayout>) {
    self.layouts = layouts
    texts = Array(repeating: nil, count: layouts.count)
  }

  /// The name of objects with the layout of this number.
  subscript(layout: Int32) -> TypeText {
    mutating get {
      if let known = texts[Int(layout)] { return known }
      let text = TypeText(layouts[Int(layout)])
      texts[Int(layout)] = text
      return text
    }
  }
}
