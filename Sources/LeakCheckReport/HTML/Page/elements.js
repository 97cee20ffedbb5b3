// Elements of the page. Texts come from dumps: they reach it by textContent alone.
const $ = (selector, within = document) => within.querySelector(selector);
const all = (selector, within = document) => [...within.querySelectorAll(selector)];
const make = (tag, className, text) => {
  const element = document.createElement(tag);
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  return element;
};

/// Whether the page is too narrow for three columns.
const narrow = matchMedia("(max-width: 900px)");
