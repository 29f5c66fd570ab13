import { kinds } from "../every-kind.js";
import { engineIo, startSession } from "../lifecycle/engine.js";
import { requireNode } from "../program/node-version.js";
import { repliesOf } from "./replies.js";
import { serve } from "./service.js";

requireNode();

/** Aborted at the first Ctrl-C, and when the engine ends an operation. */
const stopping = new AbortController();
const io = engineIo(undefined, undefined, () => stopping.signal);
const { session, stop } = startSession(kinds, io, io.say, stopping);

void serve(repliesOf(session, stop)).then(({ port }) => console.log(String(port)));
