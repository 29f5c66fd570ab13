import { Client } from "../../../provider/client/client.js";
import type { Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { kinds as specs } from "../../../provider/every-kind.js";
import type { Io } from "../../../provider/io/io.js";
import { Ledger } from "../../../provider/lifecycle/ledger.js";
import { observe } from "../../../provider/lifecycle/observe.js";
import { Target } from "../../../provider/lifecycle/session.js";
import { verbsOf } from "../../../provider/lifecycle/sources.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { testSettings } from "../../client/support/settings.ts";

/** One operation of the engine: a client and a ledger of its own, on a gateway that lives on. */
export class Process {
  readonly ledger = new Ledger();
  readonly client: Client;

  constructor(
    wire: Send,
    io: Io,
    over: Partial<Settings> = {},
    private readonly kinds: readonly Kind[] = specs,
  ) {
    this.client = new Client(testSettings(over), io, wire);
  }

  target(kind: Kind, values: Values): Target {
    return new Target(kind, this.client, this.ledger, values, this.kinds);
  }

  obtain(kind: Kind, values: Values) {
    return verbsOf(kind).obtain(this.target(kind, values), values);
  }

  observe(kind: Kind, id: string, state: Values) {
    return observe(this.target(kind, state), id, state);
  }

  release(kind: Kind, id: string, state: Values) {
    return verbsOf(kind).release(this.target(kind, state), id, state);
  }
}
