import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { kinds } from "../../provider/kinds/index.js";
import { created } from "../../provider/lifecycle/created.js";
import type { Kind } from "../../provider/lifecycle/kind.js";
import type { ExportedState } from "../harness/engine.ts";
import { paths } from "../harness/paths.ts";
import { type ProcessResult, RunningProcess } from "../harness/process.ts";
import { everything, member } from "./support/everything.ts";
import { ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const command = path.join(paths.root, "provider/dist/cli/main.js");
const readable: readonly Kind[] = kinds.filter(({ endpoints }: Kind) => endpoints.list ?? endpoints.get);

// A first stack has made one object of every kind. A second one takes each over by a file, and then declares what the
// command has printed: the tests of this file are the stations of its life, in this order.
let first: World;
let second: World;
let made: ExportedState;
const declarations: string[] = [];

beforeAll(async () => {
  first = await world({ objects: everything });
  await ok(first.project.up({ skipPreview: true }));
  first.gateway.seed.member(first.calls.id("workspaces", "Support"), "member");
  await first.declare([...everything, member]);
  await ok(first.project.up({ skipPreview: true }));
  made = await first.project.exportState();
  second = await world({
    env: {
      WORKSPACE_GATEWAY_BASE_URL: first.gateway.baseUrl,
      WORKSPACE_GATEWAY_ACCESS_TOKEN: first.token,
    },
  });
  first.calls.take();
});
afterAll(async () => {
  await second?.dispose();
  await first?.dispose();
});

/** What a state has of the one object of a kind. */
function stored({ deployment }: ExportedState, kind: Kind) {
  const found = deployment.resources?.find(({ type }) => type.endsWith(`:${kind.name}`));
  if (found === undefined) throw new Error(`the state has no ${kind.name}`);
  return found;
}

function importFile(kind: Kind, ...more: string[]): Promise<ProcessResult> {
  const { id = "", inputs } = stored(made, kind);
  const place = kind.endpoints.parent === undefined ? [] : ["--workspace-id", String(inputs?.workspaceId)];
  const args = ["import-file", kind.name, `my-${kind.name}`, "--id", id, ...place, ...more];
  const { WORKSPACE_GATEWAY_BASE_URL, WORKSPACE_GATEWAY_ACCESS_TOKEN } = second.project.env;
  return new RunningProcess(process.execPath, [command, ...args], {
    cwd: second.project.directory,
    env: { WORKSPACE_GATEWAY_BASE_URL, WORKSPACE_GATEWAY_ACCESS_TOKEN },
  }).done;
}

/** The two things that the command tells to do next. */
function told({ stderr }: ProcessResult): { run: string[]; declare: string } {
  const run = /^ {2}pulumi (import .*)$/m.exec(stderr)?.[1]?.split(" ") ?? [];
  return { run, declare: /^new gateway\.[^]*?^}.*\);$/m.exec(stderr)?.[0] ?? "" };
}

function declare(...more: string[]): Promise<void> {
  const lines = [`import * as gateway from "pulumi-workspace-gateway";`, ...declarations, ...more];
  return second.project.write("index.ts", lines.join("\n"));
}

test.each(readable.map((kind) => ({ kind, name: kind.name })))(
  "a $name is taken into a stack by the file that the command writes, with the state that making it leaves",
  async ({ kind }) => {
    const written = await importFile(kind, "--out", `${kind.name}.json`);
    expect([written.code, written.stdout]).toEqual([0, ""]);
    expect(written.stderr).not.toContain("sk-canary");
    const { run, declare } = told(written);
    await ok(second.project.run([...run, "--stack", second.project.stack]));
    declarations.push(declare);
    expect(first.calls.writes()).toEqual([]);
    if (kind.source === created) {
      const { outputs } = stored(await second.project.exportState(), kind);
      const unread = [...kind.fields.values()].filter(({ writeOnly }) => writeOnly).map(({ name }) => name);
      const expected = Object.entries(stored(made, kind).outputs ?? {}).filter(
        ([name]) => name !== "__urn" && !unread.includes(name),
      );
      expect(outputs).toEqual(Object.fromEntries(expected));
    }
  },
);

test("a program with the declarations that were printed previews and refreshes empty", async () => {
  expect(declarations).toHaveLength(readable.length);
  await declare();
  await ok(second.project.preview({ expectNoChanges: true }));
  await ok(second.project.refresh({ expectNoChanges: true }));
  await ok(second.project.up({ skipPreview: true, expectNoChanges: true }));
  expect(first.calls.writes()).toEqual([]);
  expect(await second.project.stateText()).not.toContain("sk-canary");
});
