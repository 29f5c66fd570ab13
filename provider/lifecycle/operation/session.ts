import { Client } from "../../client/client.js";
import { settingDoubts } from "../../client/settings/setting-doubts.js";
import { readSettings, SettingsError, type SettingsSource } from "../../client/settings/settings.js";
import type { Io } from "../../io/io.js";
import type { Kind } from "../../spec/kind.js";
import type { Values } from "../../spec/values.js";
import { engineIo } from "../engine/engine-io.js";
import { doubtsOf } from "../state/doubt.js";
import { Declarations } from "./declarations.js";
import { gatewayMark, priorGateway } from "./gateway-mark.js";
import { Ledger } from "./ledger.js";
import { Target, urnOf } from "./target.js";

/**
 * What one process of the engine's plugin shares, for exactly one operation: a client per connection, a ledger per
 * gateway, whatever connections lead to it, and what the program declares.
 */
export class Session {
  readonly declarations = new Declarations();
  private readonly clients = new Map<string | undefined, Client>();
  private readonly ledgers = new Map<string, Ledger>();
  private readonly told = new Set<string>();
  private config: SettingsSource["config"] = () => undefined;

  constructor(
    readonly kinds: readonly Kind[],
    private readonly env: SettingsSource["env"] = process.env,
    private readonly io: Io = engineIo(),
  ) {}

  /** Takes the stack's configuration. Never throws: the engine would go on with an unconfigured provider. */
  configure(config: SettingsSource["config"]): void {
    this.config = config;
  }

  /** Throws if the settings of the resource's connection are missing or wrong. */
  target(kind: Kind, values: Values): Target {
    return new Target(kind, this.client(connectionOf(values)), this.ledger(values), values, this.kinds);
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

  /** Tells a line of a resource, where that is known, and only once, however often the engine asks; needs no settings. */
  warn(line: string, values: Values): void {
    const key = `${line} ${JSON.stringify(values)}`;
    if (!this.told.has(key)) {
      this.told.add(key);
      this.io.warn(line, urnOf(values));
    }
  }

  /** Warns of what can hardly be meant: once, though the engine checks a resource that is replaced twice. */
  tellDoubts(target: Target): void {
    const { kind, values, client } = target;
    const meant = "the gateway may take it, but check that it is meant.";
    for (const doubt of settingDoubts(client.settings)) {
      this.warn(`${doubt}; ${meant}`, {});
    }
    for (const doubt of doubtsOf(kind, values)) {
      this.warn(`${target.label}: ${doubt}; ${meant}`, values);
    }
  }

  /** What this process has done on the gateway that the resource is on; needs no settings. */
  ledger(values: Values): Ledger {
    const gateway = this.gatewayOf(values) ?? priorGateway(values) ?? `connection ${connectionOf(values)}`;
    const ledger = this.ledgers.get(gateway) ?? new Ledger();
    this.ledgers.set(gateway, ledger);
    return ledger;
  }

  /** The mark of the gateway that the resource's connection leads to; undefined if it is not configured any more. */
  gatewayOf(values: Values): string | undefined {
    try {
      return gatewayMark(this.client(connectionOf(values)));
    } catch (error) {
      if (error instanceof SettingsError) {
        return undefined;
      }
      throw error;
    }
  }
}

function connectionOf({ connection }: Values): string | undefined {
  return typeof connection === "string" ? connection : undefined;
}
