import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { Engine, type Mishap } from "../../contract/support/engine/engine.ts";
import type { Program } from "../../contract/support/engine/program.ts";
import type { Variants } from "../../contract/support/variants.ts";
import { environmentOf } from "../../contract/support/world.ts";
import { hasTable, type TableOfKind, tableOf } from "../../faults/judge/remains.ts";
import { type Gateway, startGateway } from "../../gateway/index.ts";
import { createVault } from "../../gateway/store/vault.ts";
import type { Surroundings } from "./program.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Kinds whose objects are made by programs and deleted by them. */
export const made = ["Workspace", "ModelProvider", "Model", "Prompt", "Mapping", "Config", "Index"] as const;

const people = ["member", "admin"] as const;
const quotas = ["burst", "daily"] as const;

/** A gateway with a workspace that no program manages, people in it, and quotas; and a stack of the owner. */
export class ModelWorld {
  readonly inFlight = new InFlight();
  readonly engine: Engine;

  private constructor(
    readonly gateway: Gateway,
    readonly around: Surroundings,
    private readonly vault: ReturnType<typeof createVault>,
    private readonly folder: string,
  ) {
    this.engine = new Engine(this.env(), { now: () => this.now() });
  }

  static async open(variants: Variants = {}, adopts = false): Promise<ModelWorld> {
    const folder = await mkdtemp(path.join(tmpdir(), "model-world-"));
    const db = path.join(folder, "gateway.db");
    const gateway = await startGateway({ port: 0, db, variants: { crawl: "hold", ...variants } });
    await gateway.console("POST", "/workspaces", { name: "Not of the program" });
    const workspaceId = String(gateway.rows("workspaces")[0]?.id);
    for (const user of people) gateway.seed.member(workspaceId, user);
    for (const name of quotas) gateway.seed.quota({ name, max_requests: 60 });
    const rows = gateway.rows("quotas");
    const quotaIds = quotas.map((name) => String(rows.find((row) => row.name === name)?.id));
    const memberIds = people.map((user) => gateway.account(user).id);
    const around = { workspaceId, quotaIds, memberIds, adopts };
    return new ModelWorld(gateway, around, createVault(db), folder);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.inFlight[Symbol.dispose]();
    await this.gateway.close();
    await rm(this.folder, { recursive: true, force: true });
  }

  /** What programs are configured by: the owner's token, if no other is given. */
  env(token?: string, more?: Readonly<Record<string, string>>): Record<string, string> {
    return environmentOf(this.gateway, token, more);
  }

  /** What becomes of a run, with its error. */
  async up(program: Program, mishap: Mishap = {}): Promise<string> {
    const outcome = await this.engine.up(program, mishap);
    return outcome === "failed" ? `failed: ${this.engine.errors.at(-1)}` : outcome;
  }

  /** The time in this world, on all machines. */
  now(): number {
    return Date.now() + this.gateway.variants.dateSkewMs;
  }

  /** Between two runs passes a minute, so that what one has made is not taken for what the next one makes. */
  passes(): void {
    this.gateway.variants.dateSkewMs += 60_000;
  }

  rows(kind: TableOfKind): Row[] {
    return this.gateway.rows(tableOf[kind]);
  }

  row(kind: string, id: string | undefined): Row | undefined {
    return hasTable(kind) ? this.rows(kind).find((row) => row.id === id) : undefined;
  }

  /** The ids of all that programs can make, apart from what was there before. */
  ids(): Set<string> {
    const ids = made.flatMap((kind) => this.rows(kind).map(({ id }) => String(id)));
    return new Set(ids.filter((id) => id !== this.around.workspaceId));
  }

  /** The requests since the log was cleared that change something. */
  get writes(): string[] {
    const writes = this.gateway.log.entries().filter(({ method }) => method !== "GET");
    return writes.map(({ method, path }) => `${method} ${path}`);
  }

  /** The API keys that the gateway has, by provider. */
  apiKeys(): Map<string, string | null> {
    return new Map(this.rows("ModelProvider").map((row) => [String(row.id), this.opened(row.api_key)]));
  }

  /** What the gateway keeps under lock. */
  opened(sealed: unknown): string | null {
    return typeof sealed === "string" ? this.vault.open(sealed) : null;
  }

  /** Brings back the people and quotas that programs cannot make. */
  restore(): void {
    const { workspaceId, quotaIds } = this.around;
    const own = this.gateway.rows("members").filter((row) => row.workspace_id === workspaceId);
    const there = new Set(own.map((row) => row.user_id));
    for (const user of people)
      if (!there.has(this.gateway.account(user).id)) this.gateway.seed.member(workspaceId, user);
    const known = new Set(this.gateway.rows("quotas").map(({ id }) => id));
    for (const [index, id] of quotaIds.entries())
      if (!known.has(id)) this.gateway.seed.quota({ id, name: quotas[index] ?? "" });
  }

  /** Gives an object that no program has any more another name, or takes it away if it can have none. */
  async clearAway(kind: TableOfKind, row: Row): Promise<void> {
    if (kind === "Config" || kind === "Index") await this.console("DELETE", kind, row);
    else await this.console("PATCH", kind, row, { [nameColumn(kind)]: `kept ${row.id}` });
  }

  /** Does to an object what the console can do, past the provider. */
  async console(method: "PATCH" | "DELETE", kind: TableOfKind, row: Row, body: Row = {}): Promise<void> {
    const scope = typeof row.workspace_id === "string" ? { workspace_id: row.workspace_id } : {};
    const answer = await this.gateway.console(method, `/${tableOf[kind]}/${row.id}`, { ...scope, ...body });
    if (answer.status >= 300)
      throw new Error(`console ${method} ${kind}: ${answer.status} ${JSON.stringify(answer.body)}`);
  }
}

export function nameColumn(kind: string): string {
  return kind === "Mapping" ? "source_name" : "name";
}

/** What tells the row apart from others of its kind. */
export function keyOf(kind: string, row: Row): string {
  const name = kind === "Index" ? row.base_url : row[nameColumn(kind)];
  return JSON.stringify([kind, row.workspace_id, row.provider_id, name]);
}

/** The requests that this process has sent and that have not ended. */
class InFlight {
  private readonly open = new Set<unknown>();
  private waiting: (() => void)[] = [];
  private readonly begin = (message: unknown) => {
    this.open.add(requestOf(message));
  };
  private readonly end = (message: unknown) => {
    this.open.delete(requestOf(message));
    if (this.open.size > 0) return;
    for (const go of this.waiting.splice(0)) go();
  };

  constructor() {
    subscribe("undici:request:create", this.begin);
    for (const channel of ends) subscribe(channel, this.end);
  }

  /** Settles when none is left: what a killed process had sent has come to its end. */
  async none(): Promise<void> {
    if (this.open.size > 0) await new Promise<void>((resolve) => this.waiting.push(resolve));
  }

  [Symbol.dispose](): void {
    unsubscribe("undici:request:create", this.begin);
    for (const channel of ends) unsubscribe(channel, this.end);
  }
}

const ends = ["undici:request:trailers", "undici:request:error"];

function requestOf(message: unknown): unknown {
  return Object(message).request;
}
