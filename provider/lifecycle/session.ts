import { Client } from "../client/client.js";
import type { Io } from "../client/io.js";
import { readSettings, type SettingsSource } from "../client/settings.js";
import { engineIo } from "./engine-io.js";
import type { Kind } from "./kind.js";
import { Ledger } from "./ledger.js";
import { Target } from "./target.js";
import type { Values } from "./values.js";

/** What one process of the engine's plugin shares: a client and a ledger per connection, for exactly one operation. */
export class Session {
  private readonly connections = new Map<string, { client: Client; ledger: Ledger }>();
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
    const { client, ledger } = this.connect(
      typeof values.connection === "string" ? values.connection : undefined,
    );
    return new Target(kind, client, ledger, values);
  }

  /** What all work on a connection shares; throws if its settings are missing or wrong. */
  connect(name: string | undefined): { client: Client; ledger: Ledger } {
    const known = this.connections.get(name ?? "");
    if (known !== undefined) {
      return known;
    }
    const settings = readSettings({ env: this.env, config: this.config }, name);
    const made = { client: new Client(settings, this.io), ledger: new Ledger() };
    this.connections.set(name ?? "", made);
    return made;
  }
}
