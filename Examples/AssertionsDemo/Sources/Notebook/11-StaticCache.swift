import Synchronization

/// A small picture of a note.
public final class Thumbnail: Sendable {
  /// The note's title.
  public let title: String

  /// A thumbnail of a note.
  public init(of title: String) { self.title = title }
}

/// A cache that never lets go.
public enum ThumbnailCache {
  private static let thumbnails: Mutex<[String: Thumbnail]> = Mutex([:])

  /// The thumbnail of a note, which is kept for ever.
  public static func thumbnail(of title: String) -> Thumbnail {
    thumbnails.withLock { thumbnails in
      if let known = thumbnails[title] { return known }
      let made = Thumbnail(of: title)
      thumbnails[title] = made
      return made
    }
  }
}

/// A cache that belongs to the open notebook and goes with it.
public final class MendedThumbnailCache {
  private var thumbnails: [String: Thumbnail] = [:]

  /// An empty cache.
  public init() {}

  /// The thumbnail of a note, which is kept as long as the cache.
  public func thumbnail(of title: String) -> Thumbnail {
    if let known = thumbnails[title] { return known }
    let made = Thumbnail(of: title)
    thumbnails[title] = made
    return made
  }
}
