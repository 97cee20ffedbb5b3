import LeakCheckCapture
import Testing

@Test func `an error of the capture says what stands in the way`() {
  let error = CaptureError(.sanitizer, "AddressSanitizer is on")
  #expect("\(error)" == "AddressSanitizer is on")
}
