import { Client } from "../client/client.js";
import { type Io, systemIo } from "../client/io.js";
import { readSettings, type SettingsSource } from "../client/settings.js";
import type { Kind } from "./kind.js";
import { Ledger } from "./ledger.js";
import { Target } from "./target.js";
import type { Values } from "./values.js";

/** What one process of the engine's plugin shares: a client and a ledger per connection, for exactly one operation. */
export class Session {
  private readonly clients = new Map<string, Client>();
  private readonly ledgers = new Map<string, Ledger>();
  private config: SettingsSource["config"] = () => undefined;

  constructor(
    private readonly env: SettingsSource["env"] = process.env,
    private readonly io: Io = systemIo,
  ) {}

  /** Takes the stack's configuration. Never throws: the engine would go on with an unconfigured provider. */
  configure(config: SettingsSource["config"]): void {
    this.config = config;
  }

  /** Throws if the settings of the resource's connection are missing or wrong. */
  target(kind: Kind, values: Values): Target {
    const name = connectionOf(values);
    const client = this.clients.get(name) ?? this.connect(name);
    return new Target(kind, client, this.ledger(values), values);
  }

  /** What this process has done on the resource's connection; needs no settings. */
  ledger(values: Values): Ledger {
    const name = connectionOf(values);
    const ledger = this.ledgers.get(name) ?? new Ledger();
    this.ledgers.set(name, ledger);
    return ledger;
  }

  private connect(name: string): Client {
    const settings = readSettings({ env: this.env, config: this.config }, name === "" ? undefined : name);
    const client = new Client(settings, this.io);
    this.clients.set(name, client);
    return client;
  }
}

/** The default connection has no name. */
function connectionOf(values: Values): string {
  return typeof values.connection === "string" ? values.connection : "";
}
