import { describe, expect, test } from "vitest";
import { budget } from "../../../provider/kinds/budget.js";
import { quota } from "../../../provider/kinds/quota.js";
import { noteHolder, warnOfLostOriginal } from "../../../provider/lifecycle/adopted.js";
import type { Values } from "../../../provider/spec/values.js";
import type { JsonObject } from "../../../provider/text/json.js";
import { reply } from "../../client/support/reply.ts";
import { VirtualIo } from "../../client/support/virtual-io.ts";
import { Process } from "../support/process.ts";
import { running } from "../support/running.ts";
import { Wire } from "../support/wire.ts";

const live = { id: "q-1", name: "burst", max_requests: 60, period: "ROLLING", window_minutes: 1 };
const chosen = { match: { name: "burst" }, maxRequests: 100 };
const before = { name: "burst", maxRequests: 60, period: "ROLLING", windowMinutes: 1 };

function world(
  rows: Record<string, JsonObject[]> = { quotas: [live, { ...live, id: "q-2", name: "daily" }] },
) {
  const { writes, ...made } = running({ rows });
  return {
    ...made,
    writes: () => writes().map(({ method, path, body }) => ({ line: `${method} ${path}`, body })),
  };
}

describe("taking over", () => {
  test("sends only what differs, and keeps the values from before", async () => {
    const { process, writes } = world();
    const obtained = await process.obtain(quota, { ...chosen, windowMinutes: 1 });
    expect(obtained).toMatchObject({ id: "q-1", found: before, row: { max_requests: 100 } });
    expect(writes()).toEqual([{ line: "PATCH /quotas/q-1", body: { max_requests: 100 } }]);
  });

  test.each<[string, Values, string[]]>([
    [
      "with restore shows the values that a destroy puts back",
      { maxRequests: 100, windowMinutes: 1, onDestroy: "restore" },
      [
        'Quota {"name":"burst"} had maxRequests 60 when this resource took it over: a destroy puts that back.',
      ],
    ],
    ["with restore shows nothing if nothing changes", { maxRequests: 60, onDestroy: "restore" }, []],
    ["without restore shows nothing", { maxRequests: 100, onDestroy: "keep" }, []],
  ])("%s", async (_law, inputs, warnings) => {
    const { io, process } = world();
    await process.obtain(quota, { match: { name: "burst" }, ...inputs });
    expect(io.warnings).toEqual(warnings);
  });

  test("of what is right already writes nothing", async () => {
    const { process, writes } = world();
    await process.obtain(quota, { match: { id: "q-2" }, maxRequests: 60 });
    expect(writes()).toEqual([]);
  });

  test.each([
    [
      "of nothing fails, and tells what is there and what to do",
      { match: { name: "hourly" } },
      [live, { ...live, id: "q-2", name: "daily" }],
      /^Quota match \{"name":"hourly"\} matches nothing\. There are: q-1 \(`burst`\), q-2 \(`daily`\)\. The API shows no way to create a quota/,
    ],
    [
      "of several fails with their number",
      chosen,
      [live, { ...live, id: "q-2" }],
      /matches 2 objects.*q-1 \(`burst`\), q-2 \(`burst`\)/,
    ],
  ])("%s, and writes to none", async (_law, inputs, quotas, told) => {
    const { process, writes } = world({ quotas });
    await expect(process.obtain(quota, inputs)).rejects.toThrow(told);
    expect(writes()).toEqual([]);
  });

  test("of a selector that nothing has tells twenty of those that are there, and how many more", async () => {
    const rows = Array.from({ length: 25 }, (_, index) => ({ id: `q-${index}`, name: "n".repeat(1000) }));
    const process = new Process(new Wire({ "GET /quotas": reply(200, rows) }).send, new VirtualIo());
    const obtaining = process.obtain(quota, { match: { name: "typo" } });
    await expect(obtaining).rejects.toThrow(/q-19 \(`n+…`\), 5 more\./);
    await obtaining.catch(({ message }) => expect(message.length).toBeLessThan(3000));
  });

  test("of what has no list reads the object itself, and of none tells what to do", async () => {
    const path = "/workspaces/w-1/budget";
    const wire = new Wire({
      [`GET ${path}`]: reply(200, { budget: 5 }),
      [`PATCH ${path}`]: reply(200, { budget: 9 }),
    });
    const process = new Process(wire.send, new VirtualIo());
    expect(await process.obtain(budget, { workspaceId: "w-1", budget: 9 })).toMatchObject({
      id: "w-1",
      found: { budget: 5 },
    });
    expect(wire.calls).toEqual([`GET ${path}`, `PATCH ${path}`]);
    const missing = new Process(new Wire({}).send, new VirtualIo());
    await expect(missing.obtain(budget, { workspaceId: "w-1", budget: 9 })).rejects.toThrow(
      /nothing was found for w-1.*workspace exist/,
    );
  });
});

describe("letting go", () => {
  const state = (onDestroy?: string): Values => ({
    ...chosen,
    createdAt: "2026",
    updatedAt: "2026",
    __found: before,
    ...(onDestroy === undefined ? {} : { onDestroy }),
  });

  async function released(onDestroy: string | undefined, maxRequests = 100) {
    const made = world({ quotas: [{ ...live, max_requests: maxRequests }] });
    await made.process.release(quota, "q-1", state(onDestroy));
    return made;
  }

  test.each([
    ["puts back what was declared, and touches nothing else", 100, [60], "gets back maxRequests 60"],
    [
      "leaves what somebody else has changed since, and says so",
      7,
      [],
      "changed outside of Pulumi: it is left as it is",
    ],
  ])("with restore %s", async (_law, maxRequests, restored, said) => {
    const { io, writes } = await released("restore", maxRequests);
    expect(writes()).toEqual(
      restored.map((max_requests) => ({ line: "PATCH /quotas/q-1", body: { max_requests } })),
    );
    expect(io.warnings).toEqual([expect.stringContaining(said)]);
  });

  test.each(["restore", "delete"])("with %s of what is gone succeeds", async (onDestroy) => {
    const { gateway, process } = world({ quotas: [] });
    await process.release(quota, "q-1", state(onDestroy));
    expect(gateway.rows("quotas")).toEqual([]);
  });
});

test("original values that are lost are named, and the recorded ones that exist", () => {
  const io = new VirtualIo();
  const state = {
    match: { name: "burst" },
    onDestroy: "restore",
    __found: { maxRequests: 60, windowMinutes: 1 },
  };
  const warned = (found?: Values) => {
    const context = new Process(async () => reply(404), io).context(quota, state);
    noteHolder(context, "q-1", { found, onDestroy: "keep" });
    warnOfLostOriginal(context, "q-1", state);
    return io.warnings.at(-1);
  };
  const had = "had maxRequests 60, windowMinutes 1 before this stack changed it. Write these values down: ";
  expect(warned({ windowMinutes: 5 })).toContain(
    `${had}the resource that manages it now recorded no maxRequests, windowMinutes 5 instead. If`,
  );
  expect(warned()).toContain(`${had}the resource that manages it now did not record them. If`);
});
