import { Client } from "../../../provider/client/client.js";
import type { Send } from "../../../provider/client/exchange.js";
import type { Io } from "../../../provider/client/io.js";
import type { Settings } from "../../../provider/client/settings.js";
import { kinds as specs } from "../../../provider/kinds/index.js";
import type { Kind } from "../../../provider/lifecycle/kind.js";
import { Ledger } from "../../../provider/lifecycle/ledger.js";
import { Target } from "../../../provider/lifecycle/target.js";
import type { Values } from "../../../provider/lifecycle/values.js";
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
    return kind.source.obtain(this.target(kind, values), values);
  }

  observe(kind: Kind, id: string, state: Values) {
    return kind.source.observe(this.target(kind, state), id, state);
  }

  release(kind: Kind, id: string, state: Values) {
    return kind.source.release(this.target(kind, state), id, state);
  }
}
