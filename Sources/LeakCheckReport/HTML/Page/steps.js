/// The film of a run: the line that has happened, the log so far, and the graph as it is then.
///
/// The drawing has everything that is ever there in its place, and a step only shows and hides.
class Film {
  static phases = ["unborn", "alive", "deiniting", "freed"];
  static holds = ["absent", "present", "zeroed", "dangling"];

  constructor(section) {
    this.article = $("article", section);
    const figure = $("figure", section);
    const { nodes, edges, moments } = JSON.parse($("script", figure).textContent);
    this.nodes = [];
    this.moments = moments;
    this.words = all(".moments li", this.article);
    this.log = all(".log li", this.article);
    const ids = figure.dataset.steps;
    this.drawn = nodes.map((node, i) => {
      return { ...this.part(document.getElementById(`${ids}n${i}`), node.root), isKept: node.kept };
    });
    this.lines = edges.map((edge, i) => this.part(document.getElementById(`${ids}e${i}`)));
    const svg = $("svg", figure);
    this.view = svg ? new View(svg) : Film.noView;
    if (svg) figure.append(this.view.buttons());
    this.states = this.allStates(nodes.length, edges.length);
    this.addControls();
    this.go(0);
  }

  /// What stands for the view where there is no picture.
  static noView = { fit() {}, zoom() {}, showWhole: () => () => {} };

  /// An element of the drawing with the text in it that changes.
  part(element, isRoot = false) {
    const texts = element ? all("text", element) : [];
    const text = isRoot ? null : texts.at(-1);
    if (text) {
      // What is written here later is shorter, and stays in the middle of the room that there is.
      const box = text.getBBox();
      text.setAttribute("text-anchor", "middle");
      text.setAttribute("x", box.x + box.width / 2);
    }
    return { element, text, original: text?.textContent ?? "" };
  }

  /// Everything at each step, from what each changes.
  allStates(nodeCount, edgeCount) {
    let nodes = Array.from({ length: nodeCount }, () => [0, 0, 0]);
    let edges = new Array(edgeCount).fill(0);
    this.nothing = { nodes, edges };
    return this.moments.map((moment) => {
      nodes = [...nodes];
      edges = [...edges];
      for (const [i, ...count] of moment.nodes ?? []) nodes[i] = count;
      for (const [i, hold] of moment.edges ?? []) edges[i] = hold;
      return { nodes, edges };
    });
  }

  addControls() {
    const bar = make("div", "film-controls");
    const button = (text, label, act) => {
      const button = make("button", "", text);
      button.type = "button";
      button.setAttribute("aria-label", label);
      button.addEventListener("click", act);
      return button;
    };
    this.slider = make("input");
    Object.assign(this.slider, { type: "range", min: 0, max: this.moments.length - 1, value: 0 });
    this.slider.setAttribute("aria-label", "Step");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.place = make("output");
    bar.append(
      button("«", "First step", () => this.go(0)), button("‹", "Step back", () => this.step(-1)),
      this.slider, button("›", "Next step", () => this.step(1)),
      button("»", "Last step", () => this.go(Infinity)), this.place);
    $(".moments", this.article).before(bar);
  }

  step(by) { this.go(this.current + by); }

  /// Shows a step, counted from 0.
  go(number) {
    this.current = Math.min(Math.max(number, 0), this.moments.length - 1);
    this.slider.value = this.current;
    this.place.textContent = `${this.current + 1} of ${this.moments.length}`;
    this.slider.setAttribute("aria-valuetext", `step ${this.place.textContent}`);
    this.words.forEach((words, i) => words.classList.toggle("current", i === this.current));
    this.showLine(this.moments[this.current].at);
    this.showLog(this.moments[this.current].log, this.moments[this.current - 1]?.log ?? 0);
    this.showGraph(this.states[this.current], this.states[this.current - 1] ?? this.nothing);
  }

  showLine(id) {
    $(".source .lit", this.article)?.classList.remove("lit");
    const line = id && document.getElementById(id);
    if (!line) return;
    line.classList.add("lit");
    Film.reveal(line);
  }

  /// Scrolls the list that an element stands in, and nothing around it.
  static reveal(element) {
    const list = element.parentElement;
    const top = element.offsetTop - list.offsetTop;
    if (top < list.scrollTop || top + element.offsetHeight > list.scrollTop + list.clientHeight) {
      list.scrollTop = top - list.clientHeight / 2;
    }
  }

  showLog(count, before) {
    this.log.forEach((line, i) => {
      line.classList.toggle("out", i >= count);
      line.classList.toggle("lit", i >= before && i < count);
    });
    const last = this.log[Math.min(count, this.log.length) - 1];
    if (last) Film.reveal(last);
  }

  /// Shows everything as it is, and marks what is otherwise than it was.
  showGraph(now, before) {
    this.drawn.forEach((part, i) => {
      if (!part.element) return;
      const [phase, strong, running] = now.nodes[i];
      const [wasPhase, wasStrong] = before.nodes[i];
      Film.phases.forEach((name, number) => part.element.classList.toggle(name, phase === number));
      part.element.classList.toggle("changed", phase !== wasPhase || strong !== wasStrong);
      part.element.classList.toggle("kept", part.isKept && this.current === this.moments.length - 1);
      part.element.classList.toggle("up", phase === 1 && strong > wasStrong);
      part.element.classList.toggle("down", phase !== 0 && strong < wasStrong);
      if (part.text) part.text.textContent = Film.count(phase, strong, running);
    });
    this.lines.forEach((part, i) => {
      if (!part.element) return;
      Film.holds.forEach((name, number) => part.element.classList.toggle(name, now.edges[i] === number));
      part.element.classList.toggle("changed", now.edges[i] !== before.edges[i]);
      if (!part.text) return;
      const name = part.original.trim();
      part.text.textContent = now.edges[i] === 2 ? `${name} = nil` : part.original;
    });
  }

  static count(phase, strong, running) {
    if (phase === 2) return "deinit";
    if (phase === 3) return "freed";
    return `strong ${strong}${running ? ` (+${running})` : ""}`;
  }

  // What the page asks of every picture.

  open() {
    this.view.fit();
    this.view.isAsOpened = true;
  }
  light() {}
  relight() {}
  unpick() {}
}
