/// What part of a drawing shows: it is moved and zoomed by wheel, pointer, fingers and buttons.
class View {
  /// Units of a drawing in a pixel, where names are 16 pixels high and where they can still be read.
  static largest = 0.72;
  static smallest = 1.35;

  constructor(svg) {
    this.svg = svg;
    this.whole = svg.getAttribute("viewBox").split(" ").map(Number);
    this.box = [...this.whole];
    /// Whether nobody has moved it yet.
    this.isAsOpened = true;
    /// Whether the pointer has moved since it went down, so that it was no click.
    this.dragged = false;
    this.fingers = new Map();
    svg.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    svg.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      this.fingers.set(event.pointerId, event);
      this.from = this.point(event);
      this.dragged = false;
    });
    addEventListener("pointermove", (event) => this.drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      addEventListener(end, (event) => {
        this.fingers.delete(event.pointerId);
        this.from = null;
      });
    }
  }

  /// Buttons for those who have no wheel.
  buttons() {
    const buttons = make("div", "zoom");
    for (const [text, label, act] of [
      ["+", "Zoom in", () => this.zoom(1.3)], ["−", "Zoom out", () => this.zoom(1 / 1.3)],
      ["Fit", "Show everything", () => this.fit()],
    ]) {
      const button = make("button", "", text);
      button.type = "button";
      button.setAttribute("aria-label", label);
      button.addEventListener("click", act);
      buttons.append(button);
    }
    return buttons;
  }

  put() { this.svg.setAttribute("viewBox", this.box.join(" ")); }

  point(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }

  /// Zooms by as much as the wheel turns, and moves where it turns sideways; a narrow page scrolls instead.
  wheel(event) {
    if (narrow.matches && !event.ctrlKey) return;
    event.preventDefault();
    const pixels = event.deltaMode === 0 ? 1 : 16;
    if (Math.abs(event.deltaX) > Math.abs(event.deltaY)) {
      this.move((event.deltaX * pixels) / this.scale(), 0);
    } else {
      const turn = Math.min(Math.max(event.deltaY * pixels, -120), 120);
      this.zoom(Math.exp(-turn / (event.ctrlKey ? 100 : 700)), this.point(event));
    }
  }

  drag(event) {
    if (!this.fingers.has(event.pointerId)) return;
    if (event.pointerType === "mouse" && !(event.buttons & 1)) {
      this.fingers.delete(event.pointerId);
      this.from = null;
      return;
    }
    const before = [...this.fingers.values()];
    this.fingers.set(event.pointerId, event);
    if (before.length === 2) return this.pinch(before, [...this.fingers.values()]);
    if (!this.from) return;
    const [x, y] = this.point(event);
    const [dx, dy] = [x - this.from[0], y - this.from[1]];
    // A trembling finger is no drag.
    if (!this.dragged && Math.hypot(dx, dy) * this.scale() < 4) return;
    this.dragged = true;
    this.move(-dx, -dy);
  }

  /// Zooms by how far two fingers part.
  pinch(before, now) {
    const apart = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
    const middle = { clientX: (now[0].clientX + now[1].clientX) / 2, clientY: (now[0].clientY + now[1].clientY) / 2 };
    this.dragged = true;
    this.from = null;
    if (apart(before) > 0) this.zoom(apart(now) / apart(before), this.point(middle));
  }

  move(dx, dy) {
    this.isAsOpened = false;
    this.box[0] += dx;
    this.box[1] += dy;
    this.put();
  }

  /// Pixels for a unit of the drawing.
  scale() { return this.svg.getScreenCTM().a; }

  zoom(factor, [x, y] = [this.box[0] + this.box[2] / 2, this.box[1] + this.box[3] / 2]) {
    const most = 4 * Math.max(this.whole[2], this.svg.getBoundingClientRect().width);
    const width = Math.min(most, Math.max(80, this.box[2] / factor));
    this.isAsOpened = false;
    const by = width / this.box[2];
    this.box = [x - (x - this.box[0]) * by, y - (y - this.box[1]) * by, width, this.box[3] * by];
    this.put();
  }

  /// Shows a box of the drawing in the middle, never larger than it was drawn.
  ///
  /// With a `center` it is not shown smaller than can be read either: then what is around that is shown.
  fit([left, top, width, height] = this.whole, margin = 1, center = null) {
    const room = this.svg.getBoundingClientRect();
    if (!room.width || !room.height) return;
    const needed = Math.max((width * margin) / room.width, (height * margin) / room.height);
    const unit = Math.max(center ? Math.min(needed, View.smallest) : needed, View.largest);
    const [across, down] = [room.width * unit, room.height * unit];
    const place = (start, length, shown, middle) =>
      length * margin <= shown || middle === undefined
        ? start + length / 2 - shown / 2
        : Math.min(Math.max(middle - shown / 2, start - 20), start + length + 20 - shown);
    this.box = [place(left, width, across, center?.[0]), place(top, height, down, center?.[1]), across, down];
    this.put();
  }

  /// Where an element of the drawing is.
  boxOf(element) {
    const box = element.getBBox();
    const shift = $(".graph", this.svg).transform.baseVal.consolidate().matrix;
    return [box.x + shift.e, box.y + shift.f, box.width, box.height];
  }

  /// Shows everything as it was drawn, for paper; what is returned takes that back.
  showWhole() {
    const before = this.box;
    this.box = [...this.whole];
    this.put();
    return () => {
      this.box = before;
      this.put();
    };
  }
}
