import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openPerson } from "../cli/support/person.ts";
import { ok } from "../e2e/support/outcome.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";

const example = path.join(paths.root, "examples/brownfield");

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(folder, path.join(parentPath, name)))
    .sort();
}

test("examples/brownfield/result is what an export makes of the example's account", async () => {
  const { gateway, env, home, run } = await openPerson();
  gateway.seed.samples();
  const token = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  const seed = [path.join(example, "seed.mts")];
  await ok(new RunningProcess(process.execPath, seed, { env: { ...env, ...token } }).done);
  gateway.log.clear();
  const folder = path.join(home, "account");
  expect(await run(["export", folder, "--leave-keys"], token)).toMatchObject({ code: 0 });
  expect([...new Set(gateway.log.entries().map(({ method }) => method))]).toEqual(["GET"]);

  // Only programs read this one.
  const made = (await filesBelow(folder)).filter((file) => file !== "import.json");
  expect(made).toEqual(await filesBelow(path.join(example, "result")));
  for (const file of made) {
    // Every run makes an account with other ids.
    const shown = (await readFile(path.join(folder, file), "utf8")).replace(
      /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g,
      "…",
    );
    await expect(shown, file).toMatchFileSnapshot(path.join(example, "result", file));
  }
});
