import { type ResourceContext, Session } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import type { Process } from "./process.ts";

/** A session whose every connection leads to the process of the test. */
export class TestSession extends Session {
  constructor(private readonly process: Process) {
    super([], {});
  }

  override context(kind: Kind, values: Values): ResourceContext {
    return this.process.context(kind, values);
  }
}
