import { afterEach, expect, test } from "vitest";
import { packageVersion } from "../../provider/io/package-version.js";
import type { Declared } from "./support/declaration.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";
import { installCopy } from "./support/package-copy.ts";
import { type World, world } from "./support/world.ts";

const objects: Declared[] = [{ kind: "Workspace", name: "team", args: { name: "Support" } }];

let w: World | undefined;
afterEach(() => w?.dispose());

/** A project with a package of that version, whose Pulumi.yaml leads to the plugin of this one. */
async function ofVersion(version: string): Promise<World> {
  w = await world({ objects, adapter: "native" });
  await installCopy(w.project.directory, version);
  w.calls.take();
  return w;
}

test("a plugin older than the package of the program is refused at preview, with where it is and what to do", async () => {
  const { project, calls } = await ofVersion("99.0.0");
  for (const operation of ["preview", "up"] as const) {
    expect(errorsOf(await fails(project[operation]())).join("\n")).toMatch(
      new RegExp(
        `the program uses pulumi-workspace-gateway 99\\.0\\.0, and this plugin is of ${packageVersion()}, in .*/provider\\. ` +
          "Let its entry in Pulumi.yaml lead into the package that the program uses",
      ),
    );
  }
  expect(calls.take()).toEqual([]);
});

test("a plugin newer than the package of the program knows all that it declares", async () => {
  const { project, gateway } = await ofVersion("0.0.9");
  await ok(project.up({ skipPreview: true }));
  expect(gateway.rows("workspaces").map(({ name }) => name)).toEqual(["Support"]);
  await ok(project.preview({ expectNoChanges: true, refresh: true }));
});
