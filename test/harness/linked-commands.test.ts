import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ok } from "../e2e/support/outcome.ts";
import { paths } from "./paths.ts";
import { RunningProcess } from "./process.ts";

const packages = ["cli", "test/gateway"];

interface Manifest {
  readonly name: string;
  readonly bin: Readonly<Record<string, string>>;
}

async function manifestOf(folder: string): Promise<Manifest> {
  const { name, bin } = JSON.parse(await readFile(path.join(paths.root, folder, "package.json"), "utf8"));
  return { name, bin };
}

/** A checkout of which nothing is built yet, after npm has linked what is in it. */
async function freshCheckout(): Promise<string> {
  const checkout = await mkdtemp(path.join(os.tmpdir(), "checkout-"));
  onTestFinished(() => rm(checkout, { recursive: true }));
  await writeFile(
    path.join(checkout, "package.json"),
    JSON.stringify({ private: true, workspaces: packages }),
  );
  for (const folder of packages) {
    const manifest = await manifestOf(folder);
    await mkdir(path.join(checkout, folder), { recursive: true });
    await writeFile(path.join(checkout, folder, "package.json"), JSON.stringify(manifest));
    for (const file of Object.values(manifest.bin).filter((each) => !each.startsWith("dist/"))) {
      await copyFile(path.join(paths.root, folder, file), path.join(checkout, folder, file));
    }
  }
  await ok(
    new RunningProcess("npm", ["install", "--offline", "--no-audit"], { cwd: checkout, env: process.env })
      .done,
  );
  return checkout;
}

test("npm links every command of a checkout before anything is built, so that npx asks no registry", async () => {
  const commands = (await Promise.all(packages.map(manifestOf))).flatMap(({ bin }) => Object.keys(bin));
  const linked = await readdir(path.join(await freshCheckout(), "node_modules/.bin"));
  expect(linked.filter((file) => !/\.(cmd|ps1)$/.test(file)).toSorted()).toEqual(commands.toSorted());
});

test.each(packages)("the command of %s runs what is built", async (folder) => {
  const { bin } = await manifestOf(folder);
  for (const [command, file] of Object.entries(bin)) {
    const args = [path.join(paths.root, folder, file), "--help"];
    const help = await ok(new RunningProcess(process.execPath, args, { env: process.env }).done);
    expect(help).toContain(`Usage: ${command} `);
  }
});
