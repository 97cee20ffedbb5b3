import Testing
import AsyncAlgorithms

extension Use {
  static let asyncAlgorithms = [
    Use("AsyncAlgorithms: a channel between two tasks") {
      let channel = AsyncChannel<Int>()
      let sum = Task {
        var sum = 0
        for await number in channel { sum += number }
        return sum
      }
      for number in 1...4 { await channel.send(number) }
      channel.finish()
      let total = await sum.value
      #expect(total == 10)
    },
    Use("AsyncAlgorithms: two streams that are merged and zipped") {
      let merged = merge([1, 2].async, [3, 4].async)
      var sum = 0
      for await number in merged { sum += number }
      for await (one, two) in zip([1, 2].async, [3, 4].async) { sum += one * two }
      #expect(sum == 21)
    },
    Use("AsyncAlgorithms: a timer in chunks, and a loop that ends early") {
      var ticks = 0
      let timer = AsyncTimerSequence(interval: .milliseconds(1), clock: .continuous)
      for await chunk in timer.chunks(ofCount: 2) {
        ticks += chunk.count
        if ticks >= 4 { break }
      }
      #expect(ticks == 4)
    },
    Use("AsyncAlgorithms: a debounced stream") {
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish()
      var last = 0
      for await number in stream.debounce(for: .milliseconds(1)) { last = number }
      #expect(last == 2)
    },
    Use("AsyncAlgorithms: a task that is cancelled while it waits for a channel") {
      let channel = AsyncChannel<Int>()
      let task = Task { for await _ in channel {} }
      try await Task.sleep(for: .milliseconds(2))
      task.cancel()
      await task.value
    },
  ]
}
