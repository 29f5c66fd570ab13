import { describe, expect, test } from "vitest";
import type { Json } from "../../provider/client/json.js";
import { snakeCase } from "../../provider/lifecycle/field.js";
import { eachField, secondValue } from "./samples.ts";
import { variants, world } from "./world.ts";

const patchable = eachField(
  (field, kind) => !field.replace && !field.writeOnly && kind.endpoints.patch !== undefined,
);

describe.each(["as documented", "tidying what it stores", "empty answers to writes"])(
  "on a gateway with %s",
  (variant) => {
    test.each(patchable)(
      "$title: a console edit shows in refresh, and up repairs it",
      async ({ kind, field }) => {
        await using at = await world(variants[variant]);
        const inputs = at.full(kind);
        await at.stack.operation().up("it", kind.name, inputs);
        const { id } = at.stack.resource("it");
        const edited = secondValue(kind, at.refs, field);
        await consoleEdit(at, kind.endpoints.list ?? "", id, { [snakeCase(field.name)]: edited });

        expect(await at.stack.operation().refresh()).toEqual(["it"]);
        expect(at.stack.resource("it").inputs[field.name]).not.toEqual(inputs[field.name]);
        expect(await at.stack.operation().up("it", kind.name, inputs)).toBe("update");
        expect(await at.stack.operation().refresh()).toEqual([]);
        expect(await at.stack.operation().preview("it", kind.name, inputs)).toBe("same");
      },
    );

    test.each(patchable)("$title: an update sends only what changed", async ({ kind, field }) => {
      await using at = await world(variants[variant]);
      const inputs = at.full(kind);
      await at.stack.operation().up("it", kind.name, inputs);
      at.gateway.log.clear();
      const changed = { ...inputs, [field.name]: secondValue(kind, at.refs, field) };
      expect(await at.stack.operation().up("it", kind.name, changed)).toBe("update");
      const writes = at.gateway.log.entries({}).filter((entry) => entry.method !== "GET");
      expect(writes.map((entry) => entry.method)).toEqual(["PATCH"]);
      const scope = kind.endpoints.scoped ? ["workspace_id"] : [];
      expect(Object.keys(writes[0]?.body ?? {}).sort()).toEqual([field.sendAs, ...scope].sort());
      expect(await at.stack.operation().refresh()).toEqual([]);
    });
  },
);

async function consoleEdit(
  at: Awaited<ReturnType<typeof world>>,
  list: string,
  id: string,
  body: Record<string, Json>,
) {
  const scope = list === "/workspaces" ? {} : { workspace_id: at.refs.workspaceId };
  const { status } = await at.gateway.console("PATCH", `${list}/${encodeURIComponent(id)}`, {
    ...scope,
    ...body,
  });
  expect(status).toBeLessThan(300);
}
