import { kinds } from "../every-kind.js";
import { engineIo } from "../lifecycle/engine.js";
import { Session } from "../lifecycle/session.js";
import { requireNode } from "../program/node-version.js";
import { repliesOf } from "./replies.js";
import { serve } from "./service.js";

requireNode();

/** Aborts when the engine asks to stop: at the first Ctrl-C, and when an operation has ended. */
const stopping = new AbortController();
const io = engineIo(undefined, undefined, () => stopping.signal);
const session = new Session(kinds, process.env, io);

// From now on we notice when the engine ends, also while we send nothing.
void io.engineAlive();
process.once("exit", io.end);

/** The engine sends SIGINT as soon as the call is answered, or without the call. */
const stop = () => {
  if (!stopping.signal.aborted) {
    stopping.abort();
    session.end();
    session.costs().forEach(io.say);
  }
};

process.once("SIGINT", () => {
  stop();
  void io.delivered().then(() => process.exit(0));
});

void serve(repliesOf(session, stop)).then(({ port }) => console.log(String(port)));
