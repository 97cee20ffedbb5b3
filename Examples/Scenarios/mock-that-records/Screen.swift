protocol Service: AnyObject {
  func load(_ completion: @escaping () -> Void)
}

final class ServiceMock: Service {
  var recorded: [() -> Void] = []

  func load(_ completion: @escaping () -> Void) { recorded.append(completion) }

  func finish() {
    for completion in recorded { completion() }
  }
}

final class Presenter {
  let service: any Service

  init(service: any Service) { self.service = service }

  func load() {
    service.load { self.done() }
  }

  func done() {}
}

// What happens.
let mock = ServiceMock()
let presenter = Presenter(service: mock)
presenter.load()
mock.finish()
