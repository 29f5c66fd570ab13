import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { ok } from "../e2e/support/outcome.ts";
import { RunningProcess } from "../harness/process.ts";
import { packed } from "./tarball.ts";
import { install } from "./template.ts";

let root: string;
let project: string;

beforeAll(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), "workspace-gateway-runners-")));
  for (const folder of ["provider", "cli", "test/gateway"] as const) await packed(folder, root);
  const fixtures = path.join(import.meta.dirname, "fixtures");
  project = path.join(root, "runners");
  await cp(path.join(fixtures, "runners"), project, { recursive: true });
  await cp(path.join(fixtures, "index.ts"), path.join(project, "index.ts"));
  await ok(run("npm", ...install));
});

afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 5 }));

function run(command: string, ...args: readonly string[]) {
  const { VITEST: _v, NODE_ENV: _n, NODE_OPTIONS: _o, ...env } = process.env;
  return new RunningProcess(command, args, { cwd: project, env }).done;
}

const bin = (name: string) => path.join("node_modules/.bin", name);

test.each([
  ["jest", bin("jest"), ["--testMatch", "**/*.jest.js"], /Tests: +1 passed, 1 total/],
  ["vitest", bin("vitest"), ["run"], /Tests +1 passed/],
  ["mocha", bin("mocha"), ["deployed.mocha.cjs"], /1 passing/],
  ["node:test", process.execPath, ["--test", "deployed.node.mjs"], /^ℹ pass 1$/m],
] as const)(
  "a %s test deploys a program of the classic template with the published packages",
  async (_name, command, args, passed) => {
    const said = await ok(run(command, ...args));
    expect(stripVTControlCharacters(said)).toMatch(passed);
  },
);

test("the type declarations compile, know each kind's properties, and refuse unknown ones", async () => {
  await ok(run(bin("tsc"), "-p", ".", "--noEmit"));
});
