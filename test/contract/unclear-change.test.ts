import { describe, expect, test } from "vitest";
import { secondValue, updatableFields } from "./support/samples.ts";
import { world } from "./support/world.ts";

const impatient = { WORKSPACE_GATEWAY_RETRY_BUDGET: "1" };
const page = { headers: { "content-type": "text/html" }, body: "<html>Welcome</html>" };
const packed = { headers: { "content-encoding": "br" }, body: "no JSON" };

describe.each([
  ["a web page", { status: 200, ...page }],
  ["in an encoding that is broken", { status: 200, ...packed }],
  ["502", { status: 502 }],
])("a change that is made, and whose answer is %s", (_what, answer) => {
  test.each(updatableFields)(
    "is an error, and made again by the next run: $title",
    async ({ kind, field }) => {
      await using run = await world({}, impatient);
      const before = run.full(kind);
      await run.stack.operation().up("it", kind.name, before);
      const changed = { ...before, [field.name]: secondValue(kind, run.refs, field) };
      const fault = run.gateway.faults.add({ kind: "status-after", method: "PATCH", ...answer });
      await expect(run.stack.operation().up("it", kind.name, changed)).rejects.toThrow(
        `answered ${answer.status}`,
      );
      fault.remove();
      expect(await run.stack.operation().up("it", kind.name, changed)).toBe("update");
      expect(await run.stack.operation().preview("it", kind.name, changed)).toBe("same");
      expect(await run.stack.operation().refresh()).toEqual([]);
    },
  );

  test.each(updatableFields)(
    "is taken back, if the program does so before anybody has looked: $title",
    async ({ kind, field }) => {
      await using run = await world({}, impatient);
      const before = run.full(kind);
      await run.stack.operation().up("it", kind.name, before);
      const stored = () => run.row(kind, "it")[field.sendAs];
      const value = stored();
      const changed = { ...before, [field.name]: secondValue(kind, run.refs, field) };
      const fault = run.gateway.faults.add({ kind: "status-after", method: "PATCH", ...answer });
      await expect(run.stack.operation().up("it", kind.name, changed)).rejects.toThrow();
      fault.remove();
      expect(stored()).not.toEqual(value);
      await run.stack.operation().up("it", kind.name, before);
      expect(stored()).toEqual(value);
      expect(await run.stack.operation().preview("it", kind.name, before)).toBe("same");
    },
  );
});

test("a change that the gateway has refused leaves the state as it was", async () => {
  await using run = await world({}, impatient);
  const [{ kind, field } = expect.unreachable("nothing can be changed")] = updatableFields;
  const before = run.full(kind);
  await run.stack.operation().up("it", kind.name, before);
  const changed = { ...before, [field.name]: secondValue(kind, run.refs, field) };
  const fault = run.gateway.faults.add({ kind: "status", method: "PATCH", status: 400 });
  await expect(run.stack.operation().up("it", kind.name, changed)).rejects.toThrow("400");
  fault.remove();
  expect(await run.stack.operation().preview("it", kind.name, before)).toBe("same");
});
