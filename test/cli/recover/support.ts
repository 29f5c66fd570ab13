import { expect } from "vitest";
import type { LostCreate, Period } from "../../../cli/recover/begun-creates.js";
import { findLost, type LostFinding } from "../../../cli/recover/find-lost.js";
import {
  type DoubtedObject,
  lookAtObject,
  type ObjectFinding,
  type RecordedResource,
} from "../../../cli/recover/search.js";
import { kinds } from "../../../provider/every-kind.js";
import { Session } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { isJsonObject } from "../../../provider/text/json.js";
import type { World } from "../../contract/support/world.ts";

/** A process that recovers: its clock, apart from what it has waited, may be `ahead` of that of this machine. */
export class Recovery {
  readonly session: Session;
  /** Milliseconds that it has waited. */
  waited = 0;

  constructor(
    private readonly at: World,
    private readonly known: readonly RecordedResource[] = [],
    ahead = 0,
  ) {
    this.session = new Session(kinds, at.env, {
      now: () => Date.now() + ahead + this.waited,
      random: () => 0.5,
      sleep: async (milliseconds) => {
        this.waited += milliseconds;
        await new Promise(setImmediate);
      },
      progress: () => {},
      warn: () => {},
      engineAlive: async () => {},
      cancelled: new AbortController().signal,
    });
  }

  async find(lost: readonly LostCreate[]): Promise<LostFinding[]> {
    const creates = lost.map((each) => ({ lost: each }));
    const found = await findLost(creates, (kind, values) => this.session.context(kind, values), this.known);
    return found.map(({ finding }) => finding);
  }

  lookAt(object: DoubtedObject, runs: readonly Period[]): Promise<ObjectFinding> {
    return lookAtObject(object, runs, (kind, values) => this.session.context(kind, values));
  }

  async findOne(lost: LostCreate): Promise<LostFinding> {
    const [finding] = await this.find([lost]);
    return finding ?? expect.unreachable("nothing was said of a lost create");
  }

  /** The ways of the requests that it has sent, in order. */
  requests(): string[] {
    return this.at.gateway.log.entries({}).map(({ method, path }) => `${method} ${path}`);
  }
}

/** What the engine would have on record of a create that was begun and not recorded. */
export function lostCreate(kind: Kind, inputs: Values, since = Date.now(), name = "it"): LostCreate {
  return { urn: `urn:pulumi:test::e2e::${kind.name}::${name}`, kind, inputs, since };
}

/** Makes an object as a run does that is killed before its end is recorded. */
export async function killedCreate(at: World, kind: Kind, inputs = at.full(kind)) {
  const since = Date.now();
  await at.stack.operation().up("it", kind.name, inputs);
  const resource = at.stack.resource("it");
  at.stack.resources.delete("it");
  return { ...resource, lost: lostCreate(kind, resource.inputs, since) };
}

/** Finds what a create has made, and records it as the resource `it`, as a recovery does: its outputs. */
export async function recovered(at: World, id: string, lost: LostCreate): Promise<Values> {
  const finding = await new Recovery(at).findOne(lost);
  if (finding.is !== "found") return expect.unreachable("it was made");
  expect(finding.id).toBe(id);
  const outputs = opened(finding.outputs);
  at.stack.resources.set("it", { kind: lost.kind.name, id, inputs: lost.inputs, outputs });
  return outputs;
}

/** Values as the engine hands them back: secrets without their envelope. */
export function opened(values: Values): Values {
  const open = (value: Values[string]) => (isJsonObject(value) && "value" in value ? value.value : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, open(value) ?? null]));
}
