import type { Exchange, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { dynamicProvider } from "../../../provider/dynamic/provider.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { secretsOpened } from "../../contract/support/engine/state.ts";
import { FakeGateway } from "./fake-gateway.ts";
import { Process, TestSession } from "./process.ts";

/** A gateway in memory and the engine's calls on it, each in a process of its own. */
export class World {
  readonly io = new VirtualIo();
  readonly gateway = new FakeGateway(this.io);
  wire: Send = this.gateway.send;

  constructor(
    private readonly kind: Kind,
    private readonly settings: Partial<Settings> = {},
    private readonly kinds?: readonly Kind[],
  ) {}

  get writes(): Exchange[] {
    return this.gateway.requests.filter(({ method }) => method !== "GET");
  }

  async create(inputs: Values): Promise<{ id: string; outs: Values }> {
    const { id, outs } = await this.provider().create(inputs);
    return { id, outs: secretsOpened(outs ?? {}) };
  }

  async update(id: string, olds: Values, news: Values): Promise<Values> {
    const result = await this.provider().update?.(id, olds, news);
    return secretsOpened(result?.outs ?? {});
  }

  async read(id: string, state: Values): Promise<{ id: string; inputs: Values; outs: Values }> {
    const seen = await this.provider().read?.(id, state);
    return {
      id: seen?.id ?? "",
      inputs: secretsOpened(seen?.inputs ?? {}),
      outs: secretsOpened(seen?.props ?? {}),
    };
  }

  async remove(id: string, state: Values): Promise<void> {
    await this.provider().delete?.(id, state);
  }

  private provider() {
    const process = new Process((exchange) => this.wire(exchange), this.io, this.settings, this.kinds);
    return dynamicProvider(this.kind, new TestSession(process));
  }
}
