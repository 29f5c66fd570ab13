import { expect } from "vitest";
import type { LostCreate } from "../../../cli/recover/begun-creates.js";
import { findLost } from "../../../cli/recover/find-lost.js";
import type { ContextOf, RecordedResource } from "../../../cli/recover/search.js";
import { kinds } from "../../../provider/every-kind.js";
import { systemIo } from "../../../provider/io/io.js";
import { Session } from "../../../provider/lifecycle/session.js";
import type { Kind } from "../../../provider/spec/kind.js";
import type { Values } from "../../../provider/spec/values.js";
import { isJsonObject } from "../../../provider/text/json.js";
import { shortSleeps } from "../../contract/support/short-sleeps.ts";
import type { World } from "../../contract/support/world.ts";

/** The contexts of a process that recovers, whose waits take no time. */
export function contextsAt({ env }: World): ContextOf {
  const session = new Session(kinds, env, {
    ...systemIo,
    ...shortSleeps(),
    warn: () => {},
    random: () => 0.5,
  });
  return (kind, values) => session.context(kind, values);
}

export async function find(at: World, lost: readonly LostCreate[], known: readonly RecordedResource[] = []) {
  const creates = lost.map((each) => ({ lost: each }));
  return (await findLost(creates, contextsAt(at), known)).map(({ finding }) => finding);
}

export async function findOne(...[at, lost, known]: [World, LostCreate, (readonly RecordedResource[])?]) {
  const [finding] = await find(at, [lost], known);
  return finding ?? expect.unreachable("nothing was said of a lost create");
}

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
  const finding = await findOne(at, lost);
  if (finding.is !== "found") return expect.unreachable("it was made");
  expect(finding.id).toBe(id);
  for (const { name, secret } of lost.kind.fields.values())
    if (secret && finding.outputs[name] != null) expect(finding.outputs[name]).toHaveProperty("value");
  const outputs = opened(finding.outputs);
  at.stack.resources.set("it", { kind: lost.kind.name, id, inputs: lost.inputs, outputs });
  return outputs;
}

function opened(values: Values): Values {
  const open = (value: Values[string]) => (isJsonObject(value) && "value" in value ? value.value : value);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, open(value) ?? null]));
}
