/// Who is told of loaded pictures.
public protocol PictureLoaderDelegate: AnyObject {
  /// A picture was loaded.
  func didLoad(_ picture: String)
}

/// A loader that keeps its delegate.
public final class PictureLoader {
  /// Who is told.
  public var delegate: (any PictureLoaderDelegate)?

  func load() { delegate?.didLoad("sunset.png") }
}

/// A screen that keeps a loader, whose delegate it is.
public final class GalleryScreen: PictureLoaderDelegate {
  private let loader = PictureLoader()
  private var pictures: [String] = []

  /// A screen that loads its pictures.
  public init() {
    loader.delegate = self
    loader.load()
  }

  /// Shows a picture.
  public func didLoad(_ picture: String) { pictures.append(picture) }
}

/// A loader that does not keep its delegate.
public final class MendedPictureLoader {
  /// Who is told.
  public weak var delegate: (any PictureLoaderDelegate)?

  func load() { delegate?.didLoad("sunset.png") }
}

/// The same screen with the mended loader.
public final class MendedGalleryScreen: PictureLoaderDelegate {
  private let loader = MendedPictureLoader()
  private var pictures: [String] = []

  /// A screen that loads its pictures.
  public init() {
    loader.delegate = self
    loader.load()
  }

  /// Shows a picture.
  public func didLoad(_ picture: String) { pictures.append(picture) }
}
