import { describe, expect, test } from "vitest";
import type { Values } from "../../provider/spec/values.js";
import { secondValue, updatableFields } from "./support/samples.ts";
import { expectSteady, type World, world } from "./support/world.ts";

const impatient = { WORKSPACE_GATEWAY_RETRY_BUDGET: "1" };
const page = { headers: { "content-type": "text/html" }, body: "<html>Welcome</html>" };
const packed = { headers: { "content-encoding": "br" }, body: "no JSON" };

type Each = (typeof updatableFields)[number];
type Fault = Parameters<World["gateway"]["faults"]["add"]>[0];

/** An object, and a change of it that meets this. */
async function changing(run: World, { kind, field }: Each, fault: Fault) {
  const up = (inputs: Values) => run.up(kind, inputs);
  const before = run.full(kind);
  await up(before);
  run.gateway.faults.add(fault);
  return { up, before, changed: { ...before, [field.name]: secondValue(kind, run.refs, field) } };
}

describe.each([
  ["a web page", { status: 200, ...page }],
  ["in an encoding that is broken", { status: 200, ...packed }],
  ["502", { status: 502 }],
])("a change that is made, and whose answer is %s", (_what, answer) => {
  test.each(updatableFields)("is an error, and made again by the next run: $title", async (each) => {
    await using run = await world({}, impatient);
    const { up, changed } = await changing(run, each, { kind: "status-after", method: "PATCH", ...answer });
    await expect(up(changed)).rejects.toThrow(`answered ${answer.status}`);
    run.gateway.faults.clear();
    expect(await up(changed)).toBe("update");
    await expectSteady(run, each.kind, changed);
  });

  test.each(updatableFields)(
    "is taken back, if the program does so before anybody has looked: $title",
    async (each) => {
      await using run = await world({}, impatient);
      const { up, before, changed } = await changing(run, each, {
        kind: "status-after",
        method: "PATCH",
        ...answer,
      });
      const stored = () => run.row(each.kind, "it")[each.field.sendAs];
      const value = stored();
      await expect(up(changed)).rejects.toThrow();
      run.gateway.faults.clear();
      expect(stored()).not.toEqual(value);
      await up(before);
      expect(stored()).toEqual(value);
      expect(await run.preview(each.kind, before)).toBe("same");
    },
  );
});

test("a change that the gateway has refused leaves the state as it was", async () => {
  await using run = await world({}, impatient);
  const [each = expect.unreachable("nothing can be changed")] = updatableFields;
  const { up, before, changed } = await changing(run, each, { kind: "status", method: "PATCH", status: 400 });
  await expect(up(changed)).rejects.toThrow("400");
  run.gateway.faults.clear();
  expect(await run.preview(each.kind, before)).toBe("same");
});
