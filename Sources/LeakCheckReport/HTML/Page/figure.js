/// The picture of a section: what is drawn, what is lit, and what is picked.
class Figure {
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
    this.view = new View(this.svg);
    figure.append(this.view.buttons());
    this.prepareEdges();
    this.listen();
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

  listen() {
    const svg = this.svg;
    svg.addEventListener("pointerover", (event) => {
      const node = this.nodeAt(event), edge = this.edgeAt(event);
      if (node >= 0) this.lightNode(node);
      else if (edge >= 0) this.lightEdge(edge);
      else this.relight();
    });
    svg.addEventListener("pointerleave", () => this.relight());
    svg.addEventListener("click", (event) => {
      if (this.view.dragged) return;
      const node = this.nodeAt(event), edge = this.edgeAt(event);
      if (node >= 0) this.pickNode(node);
      else if (edge >= 0) this.pickEdge(edge);
      else this.unpick();
    });
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
    const content = node.about === node.name ? [] : [make("p", "remark", node.about)];
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
      const element = make("ul", "references");
      element.append(...rows);
      return [make("h3", "", title), element];
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

  /// Where everything would be too small to read, begins with the leak.
  open() {
    const leak = this.clusters.length === 1 ? this.clusters[0] : null;
    const first = this.nodes.findIndex((node) => node.cluster !== undefined && node.element);
    const room = this.svg.getBoundingClientRect();
    const { whole } = this.view;
    const isReadable = Math.max(whole[2] / room.width, whole[3] / room.height) < View.smallest;
    // On a phone all of a finding is worth more than names that can be read at once: fingers zoom.
    if (narrow.matches && leak) this.view.fit(this.boxOfFinding(), 1.05);
    else if (isReadable || !leak || first < 0) this.view.fit();
    else {
      const [x, y, width, height] = this.view.boxOf(this.nodes[first].element);
      this.view.fit(this.boxOfFinding(), 1.1, [x + width / 2, y + height / 2]);
    }
    this.view.isAsOpened = true;
  }

  /// The box around everything that belongs to the findings.
  boxOfFinding() {
    const parts = [
      ...this.clusters, ...this.nodes.filter((node) => node.role === "path").map((node) => node.element),
      ...this.edges.filter((edge) => edge.path || edge.cut).map((edge) => edge.element),
    ];
    const boxes = parts.filter(Boolean).map((part) => this.view.boxOf(part));
    const [left, top] = [0, 1].map((side) => Math.min(...boxes.map((box) => box[side])));
    const [right, bottom] = [0, 1].map((side) => Math.max(...boxes.map((box) => box[side] + box[side + 2])));
    return [left, top, right - left, bottom - top];
  }

  showNode(i) {
    this.pickNode(i);
    if (this.nodes[i].element) this.view.fit(this.view.boxOf(this.nodes[i].element), 4);
  }
}
