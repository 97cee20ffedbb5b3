internal import LeakCheckGraph

/// Traits of instances that the names of Java classes show.
enum HPROFVocabulary {
  /// The packages of the platform: their authors are not the reader of the report.
  private static let frameworks = [
    "java.", "javax.", "sun.", "jdk.", "com.sun.", "android.", "androidx.", "kotlin.", "kotlinx.",
    "dalvik.", "com.android.", "libcore.",
  ]

  /// Whether a class, or the element of an array of primitives, belongs to the platform.
  static func isFramework(_ name: String) -> Bool {
    frameworks.contains { name.hasPrefix($0) } || primitiveArrays.contains { name.hasPrefix($0) }
  }

  private static let primitiveArrays = HPROFFormat.primitiveTypes
    .compactMap { HPROFFormat.name(ofType: $0) }.map { $0 + "[" }

  /// The kind that instances of the class, and of its subclasses, have; `nil` where the superclass decides.
  static func kind(of name: String) -> ObjectKind? {
    if name.hasSuffix("[]") { return .collection }
    if name.contains("$$Lambda") { return .closure }
    return kinds[name]
  }

  private static let kinds: [String: ObjectKind] = [
    "android.app.Activity": .controller,
    "android.app.Fragment": .controller,
    "android.support.v4.app.Fragment": .controller,
    "androidx.fragment.app.Fragment": .controller,
    "android.view.View": .view,
    "android.view.Window": .window,
    "kotlin.jvm.internal.Lambda": .closure,
    "kotlin.coroutines.jvm.internal.BaseContinuationImpl": .task,
    "java.util.concurrent.FutureTask": .task,
    "java.util.Timer": .timer,
    "java.util.TimerTask": .timer,
    "java.util.AbstractCollection": .collection,
    "java.util.AbstractMap": .collection,
    "java.util.Dictionary": .collection,
  ]

  /// The classes whose referent does not keep its target.
  ///
  /// `java.lang.ref.FinalReference` is not among them: a finalizer must see its object.
  static let weakReferences: Set<String> = [
    "java.lang.ref.WeakReference", "java.lang.ref.SoftReference", "java.lang.ref.PhantomReference",
  ]
  static let reference = "java.lang.ref.Reference"
  static let referent = "referent"
}
