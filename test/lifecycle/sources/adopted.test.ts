import { expect, test } from "vitest";
import { budget } from "../../../provider/kinds/budget.js";
import { quota } from "../../../provider/kinds/quota.js";
import { noteHolder, warnOfLostOriginal } from "../../../provider/lifecycle/adopted.js";
import type { Values } from "../../../provider/spec/values.js";
import { reply } from "../../client/support/reply.ts";
import { answering, running } from "../support/process.ts";

const live = { id: "q-1", name: "burst", max_requests: 60, period: "ROLLING", window_minutes: 1 };
const both = { rows: { quotas: [live, { ...live, id: "q-2", name: "daily" }] } };
const match = { name: "burst" };
const before = { name: "burst", maxRequests: 60, period: "ROLLING", windowMinutes: 1 };

test("a takeover sends only what differs, and keeps the values from before", async () => {
  const { process, writes } = running(both);
  const obtained = await process.obtain(quota, { match, maxRequests: 100, windowMinutes: 1 });
  expect(obtained).toMatchObject({ id: "q-1", found: before, row: { max_requests: 100 } });
  expect(writes()).toMatchObject([{ method: "PATCH", path: "/quotas/q-1" }]);
  expect(writes()[0]?.body).toEqual({ max_requests: 100 });
});

test.each<[string, Values, string[]]>([
  [
    "with restore shows the values that a destroy puts back",
    { maxRequests: 100, windowMinutes: 1, onDestroy: "restore" },
    ['Quota {"name":"burst"} had maxRequests 60 when this resource took it over: a destroy puts that back.'],
  ],
  ["with restore shows nothing if nothing changes", { maxRequests: 60, onDestroy: "restore" }, []],
  ["without restore shows nothing", { maxRequests: 100, onDestroy: "keep" }, []],
])("a takeover %s, and writes what changes", async (_law, inputs, warnings) => {
  const { io, process, writes } = running(both);
  await process.obtain(quota, { match, ...inputs });
  expect(io.warnings).toEqual(warnings);
  expect(writes()).toHaveLength(inputs.maxRequests === 60 ? 0 : 1);
});

test.each([
  [
    "nothing fails, and tells what is there and what to do",
    { name: "hourly" },
    both.rows.quotas,
    /^Quota match \{"name":"hourly"\} matches nothing\. There are: q-1 \(`burst`\), q-2 \(`daily`\)\. The API shows no way to create a quota/,
  ],
  [
    "several fails with their number",
    match,
    [live, { ...live, id: "q-2" }],
    /matches 2 objects.*q-1 \(`burst`\), q-2 \(`burst`\)/,
  ],
  [
    "nothing among many tells twenty of them, their names cut, and how many more",
    { name: "typo" },
    Array.from({ length: 25 }, (_, index) => ({ id: `q-${index}`, name: "n".repeat(1000) })),
    /^.{0,2900}q-19 \(`n+…`\), 5 more\..{0,300}$/,
  ],
])("a takeover of %s, and writes to none", async (_law, wanted, quotas, told) => {
  const { process, writes } = running({ rows: { quotas } });
  await expect(process.obtain(quota, { match: wanted, maxRequests: 100 })).rejects.toThrow(told);
  expect(writes()).toEqual([]);
});

test("a takeover of what has no list reads the object itself, and of none tells what to do", async () => {
  const path = "/workspaces/w-1/budget";
  const inputs = { workspaceId: "w-1", budget: 9 };
  const { process, wire } = answering({
    [`GET ${path}`]: reply(200, { budget: 5 }),
    [`PATCH ${path}`]: reply(200, { budget: 9 }),
  });
  expect(await process.obtain(budget, inputs)).toMatchObject({ id: "w-1", found: { budget: 5 } });
  expect(wire.calls).toEqual([`GET ${path}`, `PATCH ${path}`]);
  await expect(answering({}).process.obtain(budget, inputs)).rejects.toThrow(
    /nothing was found for w-1.*workspace exist/,
  );
});

const state = { match, maxRequests: 100, createdAt: "2026", updatedAt: "2026", __found: before };

test.each([
  ["puts back what was declared, and touches nothing else", 100, [60], "gets back maxRequests 60"],
  ["leaves what somebody has changed since", 7, [], "changed outside of Pulumi: it is left as it is"],
])("a release with restore %s, and says so", async (_law, max_requests, restored, said) => {
  const { io, process, writes } = running({ rows: { quotas: [{ ...live, max_requests }] } });
  await process.release(quota, "q-1", { ...state, onDestroy: "restore" });
  expect(writes().map(({ body }) => body)).toEqual(restored.map((max) => ({ max_requests: max })));
  expect(io.warnings).toEqual([expect.stringContaining(said)]);
});

test.each(["restore", "delete"])("a release with %s of what is gone succeeds", async (onDestroy) => {
  const { gateway, process } = running();
  await process.release(quota, "q-1", { ...state, onDestroy });
  expect(gateway.rows("quotas")).toEqual([]);
});

test("original values that are lost are named, and the recorded ones that exist", () => {
  const lost = { match, onDestroy: "restore", __found: { maxRequests: 60, windowMinutes: 1 } };
  const warned = (found?: Values) => {
    const { io, process } = answering({});
    const context = process.context(quota, lost);
    noteHolder(context, "q-1", { found, onDestroy: "keep" });
    warnOfLostOriginal(context, "q-1", lost);
    return io.warnings.at(-1);
  };
  const had = "had maxRequests 60, windowMinutes 1 before this stack changed it. Write these values down: ";
  expect(warned({ windowMinutes: 5 })).toContain(
    `${had}the resource that manages it now recorded no maxRequests, windowMinutes 5 instead. If`,
  );
  expect(warned()).toContain(`${had}the resource that manages it now did not record them. If`);
});
