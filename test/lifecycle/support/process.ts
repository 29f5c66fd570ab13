import { Client } from "../../../provider/client/client.js";
import type { Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { kinds as specs } from "../../../provider/every-kind.js";
import type { Io } from "../../../provider/io/io.js";
import { observe } from "../../../provider/lifecycle/observe.js";
import { ObjectRegistry } from "../../../provider/lifecycle/registry.js";
import { ResourceContext, Session } from "../../../provider/lifecycle/session.js";
import { sourceOf } from "../../../provider/lifecycle/sources.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { testSettings } from "../../client/support/reply.ts";

/** One operation of the engine: a client and a registry of its own, on a gateway that lives on. */
export class Process {
  readonly registry = new ObjectRegistry();
  readonly client: Client;

  constructor(
    wire: Send,
    io: Io,
    over: Partial<Settings> = {},
    private readonly kinds: readonly Kind[] = specs,
  ) {
    this.client = new Client(testSettings(over), io, wire);
  }

  context(kind: Kind, values: Values): ResourceContext {
    const { client, registry, kinds } = this;
    return new ResourceContext({ kind, client, registry, values, kinds });
  }

  obtain(kind: Kind, values: Values) {
    return sourceOf(kind).create(this.context(kind, values), values);
  }

  observe(kind: Kind, id: string, state: Values) {
    return observe(this.context(kind, state), id, state);
  }

  release(kind: Kind, id: string, state: Values) {
    return sourceOf(kind).delete(this.context(kind, state), id, state);
  }
}

/** A session whose every connection leads to the process of the test. */
export class TestSession extends Session {
  constructor(private readonly process: Process) {
    super([], {});
  }

  override context(kind: Kind, values: Values): ResourceContext {
    return this.process.context(kind, values);
  }
}
