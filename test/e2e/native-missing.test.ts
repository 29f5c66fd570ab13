import path from "node:path";
import { expect, test } from "vitest";
import { life } from "./support/life.ts";
import { team } from "./support/objects.ts";
import { errorsOf, fails } from "./support/outcome.ts";

const w = life({ objects: [team], config: { "workspace-gateway:native": "true" } });

// What else needs the plugin, and where it is looked for: test/program/require-plugin.test.ts.
test("without the plugin a native stack is told once the entry to add, and nothing is registered", async () => {
  const entry =
    /plugins: \{ providers: \[\{ name: workspace-gateway, path: (\.\.\/)*node_modules\/pulumi-workspace-gateway\/plugin \}\] \}\n/;
  for (const operation of ["preview", "up"] as const) {
    const output = await fails(w.project[operation]());
    expect(errorsOf(output)).toEqual([
      expect.stringContaining(`Add to ${path.join(w.project.directory, "Pulumi.yaml")}:`),
    ]);
    expect(output).toMatch(entry);
  }
  expect(w.calls.take()).toEqual([]);
  expect((await w.project.exportState()).deployment.resources ?? []).not.toContainEqual(
    expect.objectContaining({ type: expect.stringContaining("workspace-gateway") }),
  );
});
