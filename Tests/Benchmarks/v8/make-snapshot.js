// Writes a large V8 heap snapshot.
//
//   node --max-old-space-size=8000 make-snapshot.js OUT [OBJECTS]
//   node --max-old-space-size=8000 make-snapshot.js OUT typescript [COPIES]
//
// The first form holds about OBJECTS (default 1000000) objects of an invented program: records with maps,
// closures, arrays, strings and weak references, drawn with a fixed seed. The second is a real program: the
// TypeScript compiler checking its own source COPIES (default 1) times (it must be there to be required:
// Debian's node-typescript, or NODE_PATH).
"use strict";
const v8 = require("v8");

function random(seed) {
  return () => {
    seed |= 0;
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

class Account {
  constructor(index) {
    this.index = index;
    this.name = `account ${index}`;
    this.orders = [];
    this.index2 = new Map();
  }
}

class Order {
  constructor(account, amount) {
    this.account = account;
    this.amount = amount;
    this.lines = [{ amount }, { amount: amount / 3 }];
    this.onChange = () => account.orders.indexOf(this);
    this.observer = new WeakRef(account);
  }
}

function invented(count) {
  const next = random(2026);
  const accounts = [];
  const labels = new WeakMap();
  for (let made = 0; made < count; made += 10) {
    if (accounts.length === 0 || next() < 0.2) accounts.push(new Account(accounts.length));
    const account = accounts[Math.floor(next() * accounts.length)];
    const order = new Order(account, next());
    account.orders.push(order);
    account.index2.set(order.amount, order);
    if (next() < 0.1) labels.set(order, { text: `order ${made}` });
  }
  return { accounts, labels };
}

function compiler(copies) {
  const ts = require("typescript");
  const source = require.resolve("typescript");
  const programs = [];
  for (let copy = 0; copy < copies; copy += 1) {
    const options = { allowJs: true, checkJs: true, noEmit: true, maxNodeModuleJsDepth: 0 };
    const program = ts.createProgram([source], options);
    programs.push({ program, diagnostics: program.getSemanticDiagnostics() });
  }
  return programs;
}

const [, , out, what = "1000000", copies = "1"] = process.argv;
if (!out) {
  console.error("usage: node make-snapshot.js OUT [OBJECTS | typescript [COPIES]]");
  process.exit(64);
}
globalThis.kept = what === "typescript" ? compiler(Number(copies)) : invented(Number(what));
v8.writeHeapSnapshot(out);
