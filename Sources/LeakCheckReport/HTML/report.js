"use strict";
// Shows one section of the page at a time, and lets its picture answer the pointer.
// Texts come from dumps: they reach the page by textContent alone.
(() => {
  const $ = (selector, within = document) => within.querySelector(selector);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const make = (tag, className, text) => {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    return element;
  };

  /// The picture of a section: what is drawn, what is lit, and what part of it shows.
  class Figure {
    /// Units of a drawing in a pixel, where names are 16 pixels high and where they can still be read.
    static largest = 0.72;
    static smallest = 1.35;

    constructor(figure) {
      this.svg = $("svg", figure);
      this.article = $("article", figure.parentElement);
      const { nodes, edges, clusters } = JSON.parse($("script", figure).textContent);
      this.nodes = nodes;
      this.edges = edges;
      this.findings = clusters;
      this.section = figure.parentElement.id;
      const ids = figure.dataset.ids;
      nodes.forEach((node, i) => { node.element = document.getElementById(`${ids}n${i}`); });
      edges.forEach((edge, i) => { edge.element = document.getElementById(`${ids}e${i}`); });
      this.clusters = all(".cluster.leak", this.svg);
      this.clusterIDs = `${ids}c0_`;
      this.whole = this.svg.getAttribute("viewBox").split(" ").map(Number);
      this.view = [...this.whole];
      this.fingers = new Map();
      this.isAsOpened = true;
      this.prepareEdges();
      this.listen(figure);
    }

    /// Gives edges a line broad enough to be hit, and tells those of a leak from the others.
    prepareEdges() {
      for (const { element, from, to } of this.edges) {
        if (!element) continue;
        const line = $("path", element);
        if (line) {
          const hit = line.cloneNode();
          for (const name of ["stroke", "stroke-width", "stroke-dasharray"]) hit.removeAttribute(name);
          hit.setAttribute("class", "hit");
          line.before(hit);
        }
        const leaks = (node) => ["path", "held"].includes(this.nodes[node].role);
        if (leaks(from) && leaks(to)) element.classList.add("within");
      }
    }

    listen(figure) {
      const svg = this.svg;
      svg.addEventListener("pointerover", (event) => {
        const node = this.nodeAt(event), edge = this.edgeAt(event);
        if (node >= 0) this.lightNode(node);
        else if (edge >= 0) this.lightEdge(edge);
        else this.relight();
      });
      svg.addEventListener("pointerleave", () => this.relight());
      svg.addEventListener("click", (event) => {
        if (this.dragged) return;
        const node = this.nodeAt(event), edge = this.edgeAt(event);
        if (node >= 0) this.pickNode(node);
        else if (edge >= 0) this.pickEdge(edge);
        else this.unpick();
      });
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
      figure.append(buttons);
    }

    nodeAt(event) { return this.nodes.findIndex((node) => node.element?.contains(event.target)); }
    edgeAt(event) { return this.edges.findIndex((edge) => edge.element?.contains(event.target)); }

    // What is lit

    light(nodes, edges, clusters = []) {
      this.svg.classList.add("lit");
      this.svg.classList.remove("one");
      for (const element of all(".on", this.svg)) element.classList.remove("on");
      for (const i of nodes) this.nodes[i].element?.classList.add("on");
      for (const i of edges) this.edges[i].element?.classList.add("on");
      for (const i of clusters) document.getElementById(this.clusterIDs + i)?.classList.add("on");
    }

    /// What is picked stays lit when the pointer goes.
    relight() {
      if (this.picked) this.picked();
      else {
        this.svg.classList.remove("lit");
        for (const element of all(".on", this.svg)) element.classList.remove("on");
      }
    }

    lightEdge(i) {
      this.light([this.edges[i].from, this.edges[i].to], [i]);
      this.svg.classList.add("one");
    }

    /// Lights the leak that a node belongs to, and the way to it from a root.
    lightNode(i) {
      const { cluster } = this.nodes[i];
      const inside = new Set([i]);
      if (cluster !== undefined) {
        this.nodes.forEach((node, j) => { if (node.cluster === cluster) inside.add(j); });
      }
      const edges = new Set();
      if (cluster !== undefined) {
        this.edges.forEach((edge, j) => { if (inside.has(edge.from) && inside.has(edge.to)) edges.add(j); });
      }
      for (const j of this.way(i) ?? []) {
        edges.add(j);
        inside.add(this.edges[j].from);
      }
      this.light(inside, edges, cluster === undefined ? [] : [cluster]);
    }

    /// The shortest way from a root along references that retain, as edges; null where there is none.
    way(end) {
      const before = new Map();
      const queue = [];
      this.nodes.forEach((node, i) => {
        if (!node.root) return;
        before.set(i, -1);
        queue.push(i);
      });
      for (let next = 0; next < queue.length && !before.has(end); next += 1) {
        this.edges.forEach((edge, i) => {
          if (edge.from !== queue[next] || edge.hold !== "retains" || before.has(edge.to)) return;
          before.set(edge.to, i);
          queue.push(edge.to);
        });
      }
      if (!before.has(end)) return null;
      const way = [];
      for (let i = before.get(end); i >= 0; i = before.get(this.edges[i].from)) way.unshift(i);
      return way;
    }

    // What is picked

    show(light, title, subtitle, ...content) {
      this.unpick();
      this.picked = light;
      light();
      const box = make("div", "picked");
      box.append(make("p", "kicker", title[0]), make("h2", "", title[1]), make("p", "facts", subtitle), ...content);
      box.setAttribute("role", "status");
      this.article.prepend(box);
      this.article.scrollTop = 0;
      if (narrow.matches) box.scrollIntoView({ block: "nearest" });
    }

    unpick() {
      this.picked = null;
      $(".picked", this.article)?.remove();
      this.relight();
    }

    pickNode(i) {
      const node = this.nodes[i];
      const way = this.way(i);
      const content = node.about === node.name ? [] : [make("p", "note", node.about)];
      if (way?.length) {
        const list = make("ol", node.role === "live" ? "trace alive" : "trace");
        for (const j of way) {
          const { from, name, strength } = this.edges[j];
          const reference = make("li", "reference", name || "(unnamed)");
          reference.append(make("span", "", strength));
          list.append(make("li", "object", this.nodes[from].name), reference);
        }
        list.append(make("li", "object", node.name));
        content.push(make("h3", "", "Kept alive by"), list);
      }
      const finding = this.findings[node.cluster];
      const address = finding && `${this.section}f${finding.finding + 1}`;
      if (sections.has(address)) {
        const link = make("a", "", finding.title);
        link.href = `#${address}`;
        const line = make("p");
        line.append(link);
        content.unshift(line);
      }
      this.show(
        () => this.lightNode(i), ["Object", node.name],
        [node.kind, node.detail, node.freed ? "freed: nothing keeps it" : ""].filter(Boolean).join(" · "),
        ...content, ...this.references(i));
    }

    /// Buttons for the references of a node, which the keyboard reaches no other way.
    references(i) {
      const list = (title, other) => {
        const rows = this.edges.flatMap((edge, j) => {
          if (edge[other === "to" ? "from" : "to"] !== i) return [];
          const button = make("button", "reveal", `${edge.name || "(unnamed)"}`);
          button.type = "button";
          button.addEventListener("click", () => this.pickEdge(j));
          const row = make("li", "", other === "to" ? "→ " : "← ");
          row.append(button, ` ${this.nodes[edge[other]].name}`);
          return [row];
        });
        if (!rows.length) return [];
        const all = make("ul", "references");
        all.append(...rows);
        return [make("h3", "", title), all];
      };
      return [...list("Refers to", "to"), ...list("Referred to by", "from")];
    }

    pickEdge(i) {
      const { from, to, name, strength, hold, path, cut } = this.edges[i];
      const [holder, target] = [this.nodes[from].name, this.nodes[to].name];
      const words = path ? "It is on the path of a finding." : {
        retains: `It keeps ${target} alive.`,
        isNotStrong: `It does not keep ${target} alive.`,
        endsByItself: `It ends by itself, so it keeps ${target} alive only for a while.`,
        endsInTeardown: `A teardown ends it, so it does not keep ${target} alive for good.`,
        holderIsFreed: `Nothing keeps ${holder}, so it does not keep ${target} alive.`,
      }[hold];
      const content = [make("p", "", words)];
      if (cut) content.push(make("p", "fix", `✂\uFE0E Cut here: ${cut}`));
      this.show(
        () => this.lightEdge(i), ["Reference", `${holder} → ${name || target}`],
        `${strength} · to ${target}`, ...content);
    }

    // What part shows

    put() { this.svg.setAttribute("viewBox", this.view.join(" ")); }

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
      this.view[0] += dx;
      this.view[1] += dy;
      this.put();
    }

    /// Pixels for a unit of the drawing.
    scale() { return this.svg.getScreenCTM().a; }

    zoom(factor, [x, y] = [this.view[0] + this.view[2] / 2, this.view[1] + this.view[3] / 2]) {
      const most = 4 * Math.max(this.whole[2], this.svg.getBoundingClientRect().width);
      const width = Math.min(most, Math.max(80, this.view[2] / factor));
      this.isAsOpened = false;
      const by = width / this.view[2];
      this.view = [x - (x - this.view[0]) * by, y - (y - this.view[1]) * by, width, this.view[3] * by];
      this.put();
    }

    /// Shows a box of the drawing in the middle, never larger than it was drawn.
    ///
    /// With a `center` it is not shown smaller than can be read either: then what is around that is shown.
    fit([left, top, width, height] = this.whole, margin = 1, center = null) {
      const room = this.svg.getBoundingClientRect();
      if (!room.width || !room.height) return;
      const needed = Math.max((width * margin) / room.width, (height * margin) / room.height);
      const unit = Math.max(center ? Math.min(needed, Figure.smallest) : needed, Figure.largest);
      const [across, down] = [room.width * unit, room.height * unit];
      const place = (start, length, shown, middle) =>
        length * margin <= shown || middle === undefined
          ? start + length / 2 - shown / 2
          : Math.min(Math.max(middle - shown / 2, start - 20), start + length + 20 - shown);
      this.view = [place(left, width, across, center?.[0]), place(top, height, down, center?.[1]), across, down];
      this.put();
    }

    /// Where everything would be too small to read, begins with the leak.
    open() {
      const leak = this.clusters.length === 1 ? this.clusters[0] : null;
      const first = this.nodes.findIndex((node) => node.cluster !== undefined && node.element);
      const room = this.svg.getBoundingClientRect();
      const isReadable = Math.max(this.whole[2] / room.width, this.whole[3] / room.height) < Figure.smallest;
      if (isReadable || !leak || first < 0) this.fit();
      else {
        const [x, y, width, height] = this.boxOf(this.nodes[first].element);
        this.fit(this.boxOfFinding(), 1.1, [x + width / 2, y + height / 2]);
      }
      this.isAsOpened = true;
    }

    /// The box around everything that belongs to the findings.
    boxOfFinding() {
      const parts = [
        ...this.clusters, ...this.nodes.filter((node) => node.role === "path").map((node) => node.element),
        ...this.edges.filter((edge) => edge.path || edge.cut).map((edge) => edge.element),
      ];
      const boxes = parts.filter(Boolean).map((part) => this.boxOf(part));
      const [left, top] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side])));
      const [right, bottom] = [0, 1].map((side) => Math.max(...boxes.map((box) => box[side] + box[side + 2])));
      return [left, top, right - left, bottom - top];
    }

    boxOf(element) {
      const box = element.getBBox();
      const shift = $(".graph", this.svg).transform.baseVal.consolidate().matrix;
      return [box.x + shift.e, box.y + shift.f, box.width, box.height];
    }

    showNode(i) {
      this.pickNode(i);
      if (this.nodes[i].element) this.fit(this.boxOf(this.nodes[i].element), 4);
    }
  }

  const links = all("nav a");
  const sections = new Map(all("main > section").map((section) => [section.id, section]));
  const words = new Map();
  const figures = new Map();
  const search = $("#search");
  const objects = $("#objects");
  const onlyLeaks = $("#leaks-only");
  let current = "";

  document.documentElement.classList.add("app");

  const narrow = matchMedia("(max-width: 900px)");

  /// What can be found in a section: its text, and what its picture shows.
  const wordsOf = (id) => {
    if (!words.has(id)) {
      const section = sections.get(id);
      const data = $("figure script", section);
      const nodes = data ? JSON.parse(data.textContent).nodes : [];
      const texts = nodes.map((node) => `${node.name} ${node.kind} ${node.detail} ${node.about}`);
      words.set(id, [$("article", section).textContent, ...texts].join("\n").toLowerCase());
    }
    return words.get(id);
  };

  const idOf = (link) => link.getAttribute("href").slice(1);
  const figure = () => figures.get(current);

  /// Shows the section that the address names; else the first finding, or the overview.
  const show = () => {
    const asked = location.hash.slice(1);
    const first = links.find((link) => link.classList.contains("finding")) ?? links[0];
    const id = sections.has(asked) ? asked : idOf(first);
    if (id === current) return;
    current = id;
    for (const [other, section] of sections) section.classList.toggle("current", other === id);
    for (const link of links) {
      const isCurrent = idOf(link) === id;
      link.classList.toggle("current", isCurrent);
      if (isCurrent) {
        link.setAttribute("aria-current", "true");
        link.scrollIntoView({ block: "nearest" });
      } else link.removeAttribute("aria-current");
    }
    const drawn = $("figure[data-ids]", sections.get(id));
    if (drawn && !figures.has(id)) {
      figures.set(id, new Figure(drawn));
      figure().open();
    }
    listObjects();
    find();
  };

  const listObjects = () => {
    objects.replaceChildren();
    const drawing = figure();
    if (!drawing?.nodes.length) return;
    objects.append(make("h2", "", "Objects in the picture"));
    drawing.nodes.forEach((node, i) => {
      const button = make("button", ["path", "held"].includes(node.role) ? "leaked" : "");
      button.type = "button";
      button.title = node.about;
      button.append(make("span", "", node.name), make("i", "", node.kind));
      button.addEventListener("click", () => drawing.showNode(i));
      button.addEventListener("pointerenter", () => drawing.lightNode(i));
      button.addEventListener("pointerleave", () => find());
      objects.append(button);
    });
  };

  /// Leaves of the lists what is searched for, and lights it in the picture.
  const find = () => {
    const text = search.value.trim().toLowerCase();
    $(".nothing")?.remove();
    for (const link of links) {
      link.classList.toggle("out", text !== "" && !wordsOf(idOf(link)).includes(text));
    }
    if (links.every((link) => link.classList.contains("out"))) {
      objects.before(make("p", "nothing", "Nothing has that in it."));
    }
    const drawing = figure();
    if (!drawing) return;
    const hits = [];
    const buttons = all("button", objects);
    drawing.nodes.forEach((node, i) => {
      const isHit = `${node.name} ${node.kind} ${node.detail} ${node.about}`.toLowerCase().includes(text);
      buttons[i]?.classList.toggle("out", !isHit);
      if (isHit) hits.push(i);
    });
    if (text && hits.length) drawing.light(hits, []);
    else drawing.relight();
  };

  /// Goes to the section before or behind, among those that the search leaves.
  const step = (by) => {
    const left = links.filter((link) => !link.classList.contains("out"));
    const place = left.findIndex((link) => idOf(link) === current);
    const next = left[Math.min(Math.max(place + by, 0), left.length - 1)];
    if (!next) return;
    location.hash = idOf(next);
    show();
  };

  search.addEventListener("input", find);
  onlyLeaks?.addEventListener("click", () => {
    const isOn = $("main").classList.toggle("leaks-only");
    onlyLeaks.setAttribute("aria-pressed", String(isOn));
  });
  addEventListener("hashchange", show);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      search.value = "";
      search.blur();
      find();
      figure()?.unpick();
      figure()?.fit();
      return;
    }
    if (event.target === search) return;
    const drawing = figure();
    const acts = {
      "/": () => search.focus(),
      "j": () => step(1),
      "k": () => step(-1),
      "+": () => drawing?.zoom(1.3),
      "-": () => drawing?.zoom(1 / 1.3),
      "0": () => drawing?.fit(),
    };
    if (!acts[event.key]) return;
    event.preventDefault();
    acts[event.key]();
  });
  addEventListener("resize", () => {
    const drawing = figure();
    if (drawing?.isAsOpened) drawing.open();
  });
  // On paper everything shows; afterwards all is as it was.
  let restore = () => {};
  addEventListener("beforeprint", () => {
    const closed = all("details:not([open])");
    const views = [...figures.values()].map((drawing) => [drawing, drawing.view]);
    for (const details of closed) details.open = true;
    for (const [drawing] of views) {
      drawing.view = [...drawing.whole];
      drawing.put();
    }
    restore = () => {
      for (const details of closed) details.open = false;
      for (const [drawing, view] of views) {
        drawing.view = view;
        drawing.put();
      }
    };
  });
  addEventListener("afterprint", () => restore());
  show();
})();
