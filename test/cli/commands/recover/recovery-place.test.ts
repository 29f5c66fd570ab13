import { mkdir, realpath, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { findPlace } from "../../../../cli/commands/recover/recovery-place.js";
import type { Machine, Ran } from "../../../../cli/doctor/machine.js";
import { temporaryFolder } from "../../support/temporary-folder.ts";

interface Said {
  readonly env?: Machine["env"];
  readonly yaml?: string;
  readonly pulumi?: Readonly<Record<string, Partial<Ran>>>;
}

/** A machine with a project, and a folder in it from which the command is run. */
async function machineWith({ env = {}, yaml = "", pulumi = {} }: Said): Promise<Machine> {
  const folder = await realpath(await temporaryFolder());
  await writeFile(path.join(folder, "Pulumi.yaml"), `name: shop\nruntime: nodejs\n${yaml}`);
  await mkdir(path.join(folder, "sub"));
  return {
    env,
    folder: path.join(folder, "sub"),
    node: "24.0.0",
    run: async (_command, args) => {
      const line = args.join(" ");
      const [, said] = Object.entries(pulumi).find(([start]) => line.startsWith(start)) ?? [];
      return {
        code: said === undefined ? 255 : 0,
        stdout: "",
        stderr: "error: broken\n",
        late: false,
        ...said,
      };
    },
  };
}

test("a backend that is named from a folder on is found there, without a pulumi that can read it", async () => {
  const yaml = 'backend: {url: "file://./rel"}\n';
  for (const said of [{ env: { PULUMI_BACKEND_URL: "file://./rel" } }, { yaml }]) {
    const machine = await machineWith(said);
    const backend = path.join(machine.folder, "rel");
    expect((await findPlace(machine, "organization/shop/prod")).files).toEqual({
      backend,
      project: "shop",
      stack: "prod",
    });
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
  const selected = await machineWith({
    env,
    pulumi: { whoami, [`${name} --non-interactive`]: { stdout: "acme/shop/prod\n" } },
  });
  const named = await machineWith({
    env,
    pulumi: { whoami, [`${name} --stack prod`]: { stdout: "ada/shop/prod\n" } },
  });
  expect(await findPlace(selected, undefined)).toMatchObject({ stack: "acme/shop/prod", shortName: "prod" });
  expect(await findPlace(named, "prod")).toMatchObject({ stack: "ada/shop/prod", files: undefined });
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

test.each([
  { of: "the only one", files: dev, is: "dev" },
  { of: "the only one that is locked", files: { ...dev, ...prod, ...lockOf("prod") }, is: "prod" },
  {
    of: "the one that the environment names",
    files: { ...dev, ...prod },
    env: { PULUMI_STACK: "prod" },
    is: "prod",
  },
])(
  "where a cut file keeps pulumi from saying which stack is selected, it is $of",
  async ({ files, env, is }) => {
    expect(await findPlace(await speechless(files, env), undefined)).toMatchObject({
      stack: is,
      shortName: is,
    });
  },
);

test.each([
  {
    of: "none is locked",
    files: { ...dev, ...prod },
    says: /Give --stack \(dev, prod\)\. Pulumi says: broken/,
  },
  { of: "several are", files: { ...dev, ...prod, ...lockOf("dev"), ...lockOf("prod") }, says: /dev, prod/ },
  { of: "there is none", files: {}, says: /which stack\? Give --stack\. Pulumi says: broken/ },
])("of several stacks, the user has to name one if $of", async ({ files, says }) => {
  const place = findPlace(await speechless(files), undefined);
  await expect(place).rejects.toMatchObject({ name: "UsageError", message: expect.stringMatching(says) });
});
