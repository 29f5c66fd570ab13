import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findPlace } from "../../../../cli/commands/recover/recovery-place.js";
import type { Machine } from "../../../../cli/doctor/machine.js";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { machineIn, type Sayings } from "./support/stand-in.ts";

interface Said {
  readonly env?: Machine["env"];
  readonly yaml?: string;
  readonly pulumi?: Sayings;
}

/** A machine with a project, and a folder in it from which the command is run. */
async function machineWith({ env = {}, yaml = "", pulumi = {} }: Said): Promise<Machine> {
  const folder = await realpath(await temporaryFolder());
  await writeFile(path.join(folder, "Pulumi.yaml"), `name: shop\nruntime: nodejs\n${yaml}`);
  await mkdir(path.join(folder, "sub"));
  return machineIn(path.join(folder, "sub"), pulumi, env);
}

test("a backend that is named from a folder on is found there, without a pulumi that can read it", async () => {
  const yaml = 'backend: {url: "file://./rel"}\n';
  for (const said of [{ env: { PULUMI_BACKEND_URL: "file://./rel" } }, { yaml }]) {
    const machine = await machineWith(said);
    const backend = path.join(machine.folder, "rel");
    const { files } = await findPlace(machine, "organization/shop/prod");
    expect(files).toEqual({ backend, project: "shop", stack: "prod" });
  }
});

test("one that pulumi was signed in to is found by its answer, which may be relative, too", async () => {
  const whoami = { stdout: JSON.stringify({ url: "file://.", user: "ada" }) };
  const machine = await machineWith({ pulumi: { whoami } });
  expect((await findPlace(machine, "prod")).files?.backend).toBe(machine.folder);
});

test("where the backend is no folder, the stack that is meant or selected has its whole name", async () => {
  const name = "stack --show-name --fully-qualify-stack-names";
  const env = { PULUMI_BACKEND_URL: "https://api.pulumi.com" };
  const whoami = { stdout: JSON.stringify({ url: env.PULUMI_BACKEND_URL, user: "ada" }) };
  const saying = (options: string, stdout: string) =>
    machineWith({ env, pulumi: { whoami, [`${name} ${options}`]: { stdout } } });
  const selected = await findPlace(await saying("--non-interactive", "acme/shop/prod\n"), undefined);
  expect(selected).toMatchObject({ stack: "acme/shop/prod", shortName: "prod" });
  const named = await findPlace(await saying("--stack prod", "ada/shop/prod\n"), "prod");
  expect(named).toMatchObject({ stack: "ada/shop/prod", files: undefined });
});

test("a stack of another project is refused, and a backend that pulumi cannot use with its words", async () => {
  const here = await machineWith({ env: { PULUMI_BACKEND_URL: "file://." } });
  await expect(findPlace(here, "organization/other/prod")).rejects.toMatchObject({ name: "UsageError" });
  await expect(findPlace(await machineWith({}), "prod")).rejects.toThrow(/broken.*PULUMI_BACKEND_URL/);
});

/** A machine whose pulumi cannot say which stack is selected, with files of a backend in the folder. */
async function speechless(
  files: Readonly<Record<string, string>>,
  env: Machine["env"] = {},
): Promise<Machine> {
  const machine = await machineWith({ env: { PULUMI_BACKEND_URL: "file://.", ...env } });
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(machine.folder, ".pulumi", name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, content);
  }
  return machine;
}

const dev = { "stacks/shop/dev.json": "{", "stacks/shop/dev.json.attrs": "", "stacks/other/prod.json": "{}" };
const prod = { "stacks/shop/prod.json": "{}", "stacks/shop/prod.json.bak": "{}" };
const lockOf = (stack: string) => ({ [`locks/organization/shop/${stack}/one.json`]: "{}" });

const both = { ...dev, ...prod };

test.each([
  ["the only one", dev, "dev", {}],
  ["the only one that is locked", { ...both, ...lockOf("prod") }, "prod", {}],
  ["the one that the environment names", both, "prod", { PULUMI_STACK: "prod" }],
])(
  "where a cut file keeps pulumi from saying which stack is selected, it is %s",
  async (_of, files, is, env) => {
    const place = await findPlace(await speechless(files, env), undefined);
    expect(place).toMatchObject({ stack: is, shortName: is });
  },
);

test.each([
  ["none is locked", both, /Give --stack \(dev, prod\)\. Pulumi says: broken/],
  ["several are", { ...both, ...lockOf("dev"), ...lockOf("prod") }, /dev, prod/],
  ["there is none", {}, /which stack\? Give --stack\. Pulumi says: broken/],
])("of several stacks, the user has to name one if %s", async (_of, files, says) => {
  const place = findPlace(await speechless(files), undefined);
  await expect(place).rejects.toMatchObject({ name: "UsageError", message: expect.stringMatching(says) });
});
