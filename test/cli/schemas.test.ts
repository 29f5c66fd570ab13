import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { driftJsonSchema } from "../../cli/drift/drift.js";
import { routesJsonSchema } from "../../cli/expectations/format.js";
import { guardJsonSchema } from "../../cli/guard/rules.js";
import { kinds } from "../../provider/every-kind.js";
import { paths } from "../harness/paths.ts";

test.each([
  ["routes", routesJsonSchema(), ["workspaces", "assume"]],
  ["guard", guardJsonSchema(), ["maxDeletes", "allow", "refuse"]],
  ["drift", driftJsonSchema(kinds), ["ignore", "compare"]],
])(
  "the package contains the JSON Schema of gateway-%s.yaml for editors (update it with -u)",
  async (name, schema, keys) => {
    const file = path.join(paths.root, `cli/gateway-${name}.schema.json`);
    await expect(`${JSON.stringify(schema, undefined, 2)}\n`).toMatchFileSnapshot(file);
    const { properties } = JSON.parse(await readFile(file, "utf8"));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(keys));
  },
);
