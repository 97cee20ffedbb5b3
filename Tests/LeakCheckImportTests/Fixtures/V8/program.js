"use strict";
// The program whose heap the snapshots of this folder show.
class Session {
  constructor(user) {
    this.user = user;
    this.history = ["login", { page: 1 }];
    this.onExpire = function expire() { return user + cache.size; };
  }
}
const cache = new Map();
const notes = new WeakMap();
const session = new Session("ada");
cache.set("ada", session);
notes.set(session, { text: "a note" });
globalThis.app = { cache, notes, last: new WeakRef(session), self: null, logger: console.log.bind(console, "app") };
globalThis.app.self = globalThis.app;
require("v8").writeHeapSnapshot(process.argv[2]);
