// The page: which section shows, what is searched for, and what the keys do.
const links = all("nav a");
const sections = new Map(all("main > section").map((section) => [section.id, section]));
const words = new Map();
const figures = new Map();
const search = $("#search");
const objects = $("#objects");
const onlyLeaks = $("#leaks-only");
let current = "";

document.documentElement.classList.add("app");

/// What can be found of a node.
const wordsOfNode = ({ name, kind, detail, about }) => [name, kind, detail, about].join(" ").toLowerCase();

/// What can be found in a section: its text, and what its picture shows.
const wordsOf = (id) => {
  if (!words.has(id)) {
    const section = sections.get(id);
    const data = $("figure script", section);
    const nodes = data ? JSON.parse(data.textContent).nodes : [];
    words.set(id, [$("article", section).textContent.toLowerCase(), ...nodes.map(wordsOfNode)].join("\n"));
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
  const drawn = $("figure[data-ids], figure[data-steps]", sections.get(id));
  if (drawn && !figures.has(id)) {
    figures.set(id, drawn.dataset.steps ? new Film(sections.get(id)) : new Figure(drawn));
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

/// Hides the names of graphs of which nothing is left in the list.
const hideEmptyHeadings = () => {
  let heading = null, isEmpty = true;
  const end = () => heading?.classList.toggle("out", isEmpty);
  for (const element of all("nav > h2, nav > a, nav > .rest")) {
    if (element.tagName === "H2") {
      end();
      [heading, isEmpty] = [element, true];
    } else if (element.tagName === "A" && !element.classList.contains("out")) isEmpty = false;
    else if (element.className.includes("rest")) element.classList.toggle("out", search.value.trim() !== "");
  }
  end();
};

/// Leaves of the lists what is searched for, and lights it in the picture; a page that is left out gives way to the first.
const find = () => {
  const text = search.value.trim().toLowerCase();
  $(".nothing")?.remove();
  for (const link of links) {
    link.classList.toggle("out", text !== "" && !wordsOf(idOf(link)).includes(text));
  }
  hideEmptyHeadings();
  const left = links.filter((link) => !link.classList.contains("out"));
  if (left.length && !left.some((link) => idOf(link) === current)) return go(left[0]);
  if (links.every((link) => link.classList.contains("out"))) {
    objects.before(make("p", "nothing", "Nothing has that in it."));
  }
  const drawing = figure();
  if (!drawing) return;
  const hits = [];
  const buttons = all("button", objects);
  drawing.nodes.forEach((node, i) => {
    const isHit = wordsOfNode(node).includes(text);
    buttons[i]?.classList.toggle("out", !isHit);
    if (isHit) hits.push(i);
  });
  if (text && hits.length) drawing.light(hits, []);
  else drawing.relight();
};

/// Goes to the section of a link.
const go = (link) => {
  location.hash = idOf(link);
  show();
};

/// Goes to the section before or behind, among those that the search leaves.
const step = (by) => {
  const left = links.filter((link) => !link.classList.contains("out"));
  const place = left.findIndex((link) => idOf(link) === current);
  const next = left[Math.min(Math.max(place + by, 0), left.length - 1)];
  if (next) go(next);
};

/// Puts a text where others can take it from; an old way does where a page may not.
const copy = async (text) => {
  try { await navigator.clipboard.writeText(text); } catch {
    const area = make("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
};
for (const fixes of all("article .fixes")) {
  const button = make("button", "copy", "Copy");
  button.type = "button";
  button.setAttribute("aria-label", "Copy this fix");
  button.addEventListener("click", async () => {
    await copy(all("li", fixes).map((fix) => fix.textContent).join("\n"));
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  fixes.before(button);
}

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
    figure()?.view.fit();
    return;
  }
  if (event.target === search) {
    const first = links.find((link) => !link.classList.contains("out"));
    if (event.key === "Enter" && first) {
      search.blur();
      go(first);
    }
    return;
  }
  const drawing = figure();
  const acts = {
    "/": () => search.focus(),
    "j": () => step(1),
    "k": () => step(-1),
    "+": () => drawing?.view.zoom(1.3),
    "-": () => drawing?.view.zoom(1 / 1.3),
    "0": () => drawing?.view.fit(),
    "ArrowLeft": drawing?.step && (() => drawing.step(-1)),
    "ArrowRight": drawing?.step && (() => drawing.step(1)),
    "Home": drawing?.step && (() => drawing.go(0)),
    "End": drawing?.step && (() => drawing.go(Infinity)),
  };
  if (!acts[event.key]) return;
  event.preventDefault();
  acts[event.key]();
});
addEventListener("resize", () => {
  const drawing = figure();
  if (drawing?.view.isAsOpened) drawing.open();
});
// On paper everything shows; afterwards all is as it was.
let restore = () => {};
addEventListener("beforeprint", () => {
  const closed = all("details:not([open])");
  for (const details of closed) details.open = true;
  const restores = [...figures.values()].map((drawing) => drawing.view.showWhole());
  restore = () => {
    for (const details of closed) details.open = false;
    for (const undo of restores) undo();
  };
});
addEventListener("afterprint", () => restore());
show();
