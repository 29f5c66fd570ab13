import fc from "fast-check";
import { expect, test } from "vitest";
import { typeToken } from "../../../../provider/spec/token.js";
import { isHidden } from "../../../../provider/spec/values.js";
import { Stack } from "../../../contract/support/stack.ts";
import { startGateway } from "../../../gateway/index.ts";
import { runs } from "../../../harness/tests/depth.ts";
import { argsOf, clickedAt, nameOf, snake } from "./clicks.ts";
import { edited, type Situation, situations, type Thing, tables } from "./situations.ts";
import { type Difference, Disagreement, type Place, tellers } from "./tellers.ts";

test("of any account, whatever was done to it, each of them says what the gateway's tables say, or that it could not read it", async () => {
  const seen = { faults: 0, cut: 0, differing: 0, refusals: 0, killed: 0, lost: 0 };
  await fc.assert(
    fc.asyncProperty(situations, async (situation) => {
      await using place = await placeIn(situation);
      const expected = naive(place);
      const fault = troubled(place, situation);
      for (const [who, tell] of Object.entries(tellers)) {
        const told = await tell(place).catch((error: unknown) => {
          const isHit = (fault?.hits ?? 0) > 0 || situation.cut !== null;
          if (error instanceof Disagreement || !isHit) throw error;
          seen.refusals++;
          return undefined;
        });
        if (told !== undefined)
          expect({ who, ...sorted({ ...expected, ...told }) }).toEqual({ who, ...expected });
      }
      seen.faults += Math.min(fault?.hits ?? 0, 1);
      seen.cut += Number(situation.cut !== null);
      seen.differing += Number(Object.values(expected).some((list) => list.length > 0));
      seen.killed += Number(situation.killed !== undefined);
      seen.lost += Number(expected.changed.some((each) => each.includes("isDefault")));
    }),
    { numRuns: runs(400) },
  );
  expect(Object.entries(seen).filter(([, count]) => count === 0)).toEqual([]);
});

/** By hand: each object of the state beside its row, and each row that no object of the state is. */
function naive({ gateway, stack }: Place): Difference {
  const changed: string[] = [];
  const missing: string[] = [];
  for (const [name, { kind, id, inputs }] of stack.resources) {
    const row = gateway.rows(tables[kind as Thing["kind"]]).find((each) => each.id === id);
    const other = Object.keys(inputs).filter((key) => !isHidden(key) && row?.[snake(key)] !== inputs[key]);
    if (row === undefined) missing.push(`${kind} ${name}`);
    else if (other.length > 0) changed.push([`${kind} ${name}`, ...other.sort()].join(" "));
  }
  const ids = new Set([...stack.resources.values()].map(({ id }) => id));
  const undeclared = Object.entries(tables).flatMap(([kind, table]) =>
    gateway.rows(table).flatMap((row) => (ids.has(String(row.id)) ? [] : [`${kind} ${nameOf(row)}`])),
  );
  return sorted({ changed, missing, undeclared });
}

const sorted = ({ changed, missing, undeclared }: Difference): Difference => ({
  changed: changed.toSorted(),
  missing: missing.toSorted(),
  undeclared: undeclared.toSorted(),
});

/** The account as the `up` left it, and then what was done to it. */
async function placeIn(situation: Situation): Promise<Place & AsyncDisposable> {
  const gateway = await startGateway({
    variants: { exclusiveDefault: true, pageSize: situation.cut },
  });
  const env = {
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  };
  const stack = new Stack(env);
  await stack.up("team", "Workspace", { name: "team" });
  await stack.up(
    "base",
    "ModelProvider",
    inputsOf(stack, { kind: "ModelProvider", name: "base", args: upstream }),
  );
  await bringUp(stack, withOneDefault(situation.things));
  const pending = await killed(stack, situation);
  const around = { workspaceId: stack.resource("team").id, providerId: stack.resource("base").id };
  for (const click of situation.clicks) await clickedAt(gateway, around, situation.things, click);
  return { gateway, stack, env, pending, [Symbol.asyncDispose]: () => gateway.close() };
}

const upstream = { baseUrl: "https://base.example/v1", priority: 1 };

async function bringUp(stack: Stack, things: readonly Thing[]): Promise<void> {
  stack.operation();
  for (const thing of things) await stack.up(thing.name, thing.kind, inputsOf(stack, thing));
}

function inputsOf(stack: Stack, thing: Thing) {
  const idOf = (name: string) => stack.resources.get(name)?.id ?? "";
  return argsOf(thing, { workspaceId: idOf("team"), providerId: idOf("base") });
}

/** A program may declare one default config. */
function withOneDefault(things: readonly Thing[]): Thing[] {
  const first = things.find(({ args }) => args.isDefault === true);
  return things.map((thing) =>
    thing.args.isDefault === true && thing !== first
      ? { ...thing, args: { ...thing.args, isDefault: false } }
      : thing,
  );
}

/** What the killed run had made and changed is on the gateway, and its state says nothing of it but that it was begun. */
async function killed(stack: Stack, { things, killed: run }: Situation): Promise<object[]> {
  if (run === undefined) return [];
  const changed = run.changed.flatMap((which) => {
    const thing = things[which % Math.max(things.length, 1)];
    const args = thing && edited(thing, which);
    return thing === undefined || args === undefined ? [] : [{ ...thing, args: { ...thing.args, ...args } }];
  });
  const before = new Map(stack.resources);
  await bringUp(stack, [...changed, ...withOneDefault(run.made)]);
  stack.resources.clear();
  for (const [name, resource] of before) stack.resources.set(name, resource);
  return [
    ...changed.map((thing) => ({ type: "updating", resource: entryOf(thing) })),
    ...run.made.map((thing) => ({ type: "creating", resource: entryOf(thing) })),
  ];
}

function entryOf({ kind, name }: Thing) {
  const type = typeToken(kind);
  return { urn: `urn:pulumi:prod::shop::${type}::${name}`, type };
}

function troubled({ gateway }: Place, { trouble }: Situation) {
  if (trouble === undefined) return undefined;
  const { table, how, skip } = trouble;
  return gateway.faults.add({ method: "GET", path: `/${table}`, skip, ...how });
}
