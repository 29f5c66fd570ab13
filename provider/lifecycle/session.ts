import { Client } from "../client/client.js";
import type { Io } from "../client/io.js";
import { settingDoubts } from "../client/setting-doubts.js";
import { readSettings, type SettingsSource } from "../client/settings.js";
import { doubtsOf } from "./doubt.js";
import { engineIo } from "./engine-io.js";
import type { Kind } from "./kind.js";
import { Ledger } from "./ledger.js";
import { Target } from "./target.js";
import type { Values } from "./values.js";

/** What one process of the engine's plugin shares: a client and a ledger per connection, for exactly one operation. */
export class Session {
  private readonly clients = new Map<string | undefined, Client>();
  private readonly ledgers = new Map<string | undefined, Ledger>();
  private readonly told = new Set<string>();
  private config: SettingsSource["config"] = () => undefined;

  constructor(
    private readonly env: SettingsSource["env"] = process.env,
    private readonly io: Io = engineIo(),
  ) {}

  /** Takes the stack's configuration. Never throws: the engine would go on with an unconfigured provider. */
  configure(config: SettingsSource["config"]): void {
    this.config = config;
  }

  /** Throws if the settings of the resource's connection are missing or wrong. */
  target(kind: Kind, values: Values): Target {
    return new Target(kind, this.client(connectionOf(values)), this.ledger(values), values);
  }

  /** What all work on a connection shares; throws if its settings are missing or wrong. The default has no name. */
  client(connection: string | undefined): Client {
    const known = this.clients.get(connection);
    if (known !== undefined) {
      return known;
    }
    const settings = readSettings({ env: this.env, config: this.config }, connection);
    const client = new Client(settings, this.io);
    this.clients.set(connection, client);
    return client;
  }

  /** What all work of this process has cost, a line for each connection that was used. */
  costs(): string[] {
    return [...this.clients].flatMap(([connection, { cost }]) => {
      const name = connection === undefined ? "" : `${connection}: `;
      return cost.line === undefined ? [] : [`${name}${cost.line}`];
    });
  }

  /** Warns of what can hardly be meant: once, though the engine checks a resource that is replaced twice. */
  tellDoubts(target: Target): void {
    const { kind, values, client } = target;
    const lines = [
      ...settingDoubts(client.settings).map((doubt) => ({ line: doubt, key: doubt })),
      ...doubtsOf(kind, values).map((doubt) => ({
        line: `${target.label}: ${doubt}`,
        key: `${kind.name} ${doubt} ${JSON.stringify(values)}`,
      })),
    ];
    for (const { line, key } of lines.filter(({ key }) => !this.told.has(key))) {
      this.told.add(key);
      target.warn(`${line}; the gateway may take it, but check that it is meant.`);
    }
  }

  /** What this process has done on the resource's connection; needs no settings. */
  ledger(values: Values): Ledger {
    const connection = connectionOf(values);
    const ledger = this.ledgers.get(connection) ?? new Ledger();
    this.ledgers.set(connection, ledger);
    return ledger;
  }
}

function connectionOf({ connection }: Values): string | undefined {
  return typeof connection === "string" ? connection : undefined;
}
