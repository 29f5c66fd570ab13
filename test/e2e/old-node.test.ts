import { expect, test } from "vitest";
import { RunningProcess } from "../harness/process.ts";
import { life, up } from "./support/life.ts";
import { team } from "./support/objects.ts";
import { errorsOf, fails, ok } from "./support/outcome.ts";

/** Node 20, for whoever asks. */
const old = `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.20.2" } });`;

const w = life({ objects: [team], files: { "old.cjs": old } }, async () => {
  await up(w);
  w.calls.take();
});

test("a program loads nothing that an old Node cannot load", async () => {
  const text = 'require("pulumi-workspace-gateway"); console.log(Object.keys(require.cache).join("\\n"))';
  const loaded = await ok(
    new RunningProcess(process.execPath, ["-e", text], { cwd: w.project.directory }).done,
  );
  expect(loaded).toMatch(/provider.dist.index\.js$/m);
  expect(loaded).not.toMatch(/(node_modules|bundle).(undici|oauth4webapi|commander)\b/);
});

test.each(["preview", "refresh", "destroy"] as const)(
  "a %s on a Node that is too old says in one line which is needed, and asks nothing",
  async (command) => {
    const env = { NODE_OPTIONS: `--require ${w.project.directory}/old.cjs` };
    const said = errorsOf(await fails(w.project[command]({ env })));
    expect(said.join()).toContain(
      "pulumi-workspace-gateway needs Node 22.19 or newer, and this is Node 20.20.2: install a newer one",
    );
    expect(w.calls.take()).toEqual([]);
  },
);
