import { Client } from "../../../provider/client/client.js";
import type { Exchange, Reply, Send } from "../../../provider/client/exchange.js";
import type { Settings } from "../../../provider/client/settings.js";
import { dynamicProvider } from "../../../provider/dynamic/provider.js";
import { kinds as specs } from "../../../provider/every-kind.js";
import type { Io } from "../../../provider/io/io.js";
import { observe } from "../../../provider/lifecycle/observe.js";
import { ObjectRegistry } from "../../../provider/lifecycle/registry.js";
import { ResourceContext, Session } from "../../../provider/lifecycle/session.js";
import { sourceOf } from "../../../provider/lifecycle/sources.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply, testSettings } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { secretsOpened } from "../../contract/support/engine/state.ts";
import { FakeGateway } from "./fake-gateway.ts";

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

export class TestSession extends Session {
  constructor(private readonly process: Process) {
    super([], {});
  }

  override context(kind: Kind, values: Values): ResourceContext {
    return this.process.context(kind, values);
  }
}

/** Answers by "METHOD /path", the last answer for ever; what nobody wrote down is a 404. */
export class Wire {
  readonly sent: Exchange[] = [];

  constructor(private readonly answers: Record<string, Reply | Reply[]>) {}

  get calls(): string[] {
    return this.sent.map(({ method, path }) => `${method} ${path}`).filter((call) => call !== "GET /user");
  }

  readonly send: Send = async (exchange) => {
    this.sent.push(exchange);
    const answer = this.answers[`${exchange.method} ${exchange.path}`];
    if (!Array.isArray(answer)) {
      return answer ?? (exchange.path === "/user" ? reply(200, { id: "a-1" }) : reply(404));
    }
    return (answer.length > 1 ? answer.shift() : answer[0]) ?? reply(404);
  };
}

export function answering(answers: Record<string, Reply | Reply[]>, settings: Partial<Settings> = {}) {
  const [io, wire] = [new VirtualIo(), new Wire(answers)];
  return { io, wire, process: new Process(wire.send, io, settings) };
}

interface Running {
  readonly rows?: Readonly<Record<string, readonly JsonObject[]>>;
  readonly settings?: Partial<Settings>;
  readonly uniqueNames?: boolean;
  /** What the process gets to hear, where that is not what the gateway says. */
  readonly wire?: (send: Send) => Send;
}

/** A gateway in memory that has these rows, and a process on it. */
export function running({ rows = {}, settings, uniqueNames = true, wire = (send) => send }: Running = {}) {
  const io = new VirtualIo();
  const gateway = new FakeGateway(io, { uniqueNames });
  for (const [collection, all] of Object.entries(rows)) for (const row of all) gateway.put(collection, row);
  const process = new Process(wire(gateway.send), io, settings);
  return { io, gateway, process, writes: () => gateway.requests.filter(({ method }) => method !== "GET") };
}

/** A gateway in memory and the engine's calls on it, each in a process of its own. */
export class World {
  readonly io = new VirtualIo();
  readonly gateway = new FakeGateway(this.io);
  wire: Send = this.gateway.send;

  constructor(
    private readonly kind: Kind,
    private readonly settings: Partial<Settings> = {},
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
    const { id: seen = "", inputs, props } = (await this.provider().read?.(id, state)) ?? {};
    return { id: seen, inputs: secretsOpened(inputs ?? {}), outs: secretsOpened(props ?? {}) };
  }

  private provider() {
    const process = new Process((exchange) => this.wire(exchange), this.io, this.settings);
    return dynamicProvider(this.kind, new TestSession(process));
  }
}
