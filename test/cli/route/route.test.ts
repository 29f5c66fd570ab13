import { chmod, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { unmaskedFile } from "../../../cli/masking.js";
import { type RouteOptions, runRoute } from "../../../cli/route/command.js";
import { typeToken } from "../../../provider/spec/token.js";
import type { Values } from "../../../provider/spec/values.js";
import {
  gpt,
  inputs,
  openai,
  type PreviewStep,
  previewOf,
  resource,
  same,
  team,
  unknown,
  updated,
} from "../review/facts/support/preview.ts";
import { openDesk } from "../support/desk.ts";

/** A gateway, a folder with its files, and the command in it. */
async function room() {
  const desk = await openDesk();
  const folder = desk.terminal.env.HOME ?? "";
  const write = async (name: string, text: string) => {
    await writeFile(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const ask = async (name: string, options: Partial<RouteOptions> = {}, pulumi: readonly string[] = []) => {
    desk.out.length = 0;
    await runRoute(name, pulumi, { workspace: "Team", ...options }, desk.terminal);
    return desk.out.join("\n");
  };
  const facts = async (...asked: Parameters<typeof ask>) =>
    JSON.parse(await ask(asked[0], { ...asked[1], json: true }, asked[2]));
  return { ...desk, folder, write, ask, facts };
}

const support = team.with({ name: "Team" });

/** A model, and a mapping to it that is moved to another name. */
const moving = [
  support.same(),
  openai.same(),
  gpt.same({ gatewayName: "openai/gpt" }),
  resource("Mapping", "fast", { sourceName: "gpt-4", targetModel: "openai/gpt" }).updated({
    sourceName: "gpt-5",
  }),
];

const unrefreshed =
  "The preview did not read the gateway (`--refresh`), so it does not show changes made in the console.";
const added = resource("Mapping", "new", { sourceName: "o1", priority: 9 }).created();
const unplaced = resource("Mapping", "it", { workspaceId: unknown, sourceName: "gpt-5" }).created();
const still = [support.same(), openai.same(), gpt.same({ gatewayName: "openai/gpt" })];
const twice = [support.same(), resource("Workspace", "other", { name: "Team" }).same()];
const changing = JSON.parse(previewOf(...moving), (key, value) =>
  key === "steps" ? value.filter(({ op }: PreviewStep) => op !== "same") : value,
);

test.each<[what: string, name: string, preview: string, workspace?: string]>([
  ["a name that loses its mapping", "gpt-4", previewOf(...moving)],
  ["a name that gets a mapping", "gpt-5", previewOf(...moving)],
  ["a mapping that may belong to the workspace", "gpt-5", previewOf(...moving, unplaced)],
  ["a name that resolves as before, in another order of mappings", "openai/gpt", previewOf(...moving, added)],
  ["a name of which nothing changes", "openai/gpt", previewOf(...still)],
  ["a preview without what stays", "gpt-5", JSON.stringify(changing), "team-id"],
  ["a workspace by its id", "gpt", previewOf(...twice), "other-id"],
  ["a workspace by a name that two have", "gpt", previewOf(...twice)],
])(
  "a preview shows what a name resolves to before and after the `up`: %s",
  async (what, name, text, workspace = "Team") => {
    const { ask, write, notes } = await room();
    const preview = await write("p.json", text);
    const told = await ask(name, { preview, offline: true, workspace }).catch(
      (error: Error) => error.message,
    );
    const page = [told, "", ...notes, ""].join("\n");
    await expect(page).toMatchFileSnapshot(`answers/${what.replaceAll(/[ ,]+/g, "-")}.txt`);
  },
);

test("--json has the results before and after the `up`, or only the current one with --live", async () => {
  const { facts, write, clicks } = await room();
  const open = await write("open.json", previewOf(...moving, unplaced));
  expect(await facts("gpt-5", { preview: open, offline: true })).toMatchObject({
    after: { unplaced: ["it"] },
  });
  const preview = await write("p.json", previewOf(...moving));
  expect(await facts("gpt-5", { preview, offline: true })).toMatchObject({
    name: "gpt-5",
    workspace: "Team",
    before: { end: { is: "nowhere" }, asked: [{ said: "other-name" }] },
    after: { end: { is: "model", by: "fast" }, model: { host: "api.example" }, asked: [{ said: "takes" }] },
  });
  await clicks.workspace("Team");
  expect(await facts("gpt-5", { live: true })).toMatchObject({ now: { end: { is: "nowhere" }, asked: [] } });
});

test("route without a source runs `pulumi preview` with the arguments after `--`", async () => {
  const { ask, write, terminal, folder } = await room();
  await write("p.json", previewOf(...moving));
  const script = `#!/bin/sh\necho "$@" >> ${folder}/args\n[ "$1" = preview ] && cat ${folder}/p.json || echo '{}'\n`;
  await chmod(await write("pulumi", script), 0o755);
  const env = {
    ...terminal.env,
    PATH: `${folder}:${process.env.PATH}`,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined,
  };
  Object.assign(terminal, { env });
  expect(await ask("gpt-5", { offline: true }, ["--stack", "dev"])).toContain(
    "After the `up`, it resolves to `openai/gpt`",
  );
});

test("--stack resolves names from the exported state of the last `up` and sends no request", async () => {
  const { facts, write, gateway } = await room();
  const of = (kind: keyof typeof inputs, name: string, more: Values = {}, outputs: Values = {}) => {
    const values = { ...inputs[kind], ...more };
    const urn = `urn:pulumi:prod::shop::${typeToken(kind)}::${name}`;
    const all = { ...values, ...outputs };
    return { urn, type: typeToken(kind), custom: true, id: `${name}-id`, inputs: values, outputs: all };
  };
  const resources = [
    of("Workspace", "team", { name: "Team" }),
    of("ModelProvider", "openai"),
    of("Model", "gpt", {}, { gatewayName: "openai/gpt" }),
    of("Mapping", "default", { enabled: false }),
  ];
  const stack = await write("prod.json", JSON.stringify({ version: 3, deployment: { resources } }));
  gateway.log.clear();
  expect(await facts("default", { stack })).toMatchObject({
    now: { asked: [{ said: "off-taker" }], end: { is: "nowhere" } },
  });
  expect((await facts("openai/gpt", { stack })).now.model).toMatchObject({ provider: "openai" });
  expect(gateway.log.entries()).toEqual([]);
});

test("unmanaged mappings count in a preview if a token is set, even where nothing changes", async () => {
  const { facts, write, clicks, notes } = await room();
  const place = await clicks.workspace("Team");
  const model = await clicks.model(place, await clicks.provider(place, "openai"), "gpt");
  await clicks.mapping(place, "gpt-4o", model.gateway_name, { priority: 5 });
  const steps: PreviewStep[] = [
    {
      ...same("Workspace", "team", { name: "Team" }),
      oldState: { id: place.id, inputs: { name: "Team" }, outputs: { name: "Team" } },
    },
    updated("Quota", "burst", inputs.Quota, { ...inputs.Quota, maxRequests: 1 }),
  ];
  const preview = await write("p.json", previewOf(...steps));
  const { after } = await facts("gpt-4o", { preview });
  expect(after.end).toMatchObject({ is: "model", model: "openai/gpt", by: "gpt-4o" });
  expect((await facts("gpt-4o", { preview, offline: true })).after.end.is).toBe("nowhere");
  expect(notes).toEqual([
    unrefreshed,
    unmaskedFile,
    unrefreshed,
    "Unmanaged objects are not in this review because of `--offline`.",
    unmaskedFile,
  ]);
});

test("control characters in objects and arguments do not reach the terminal", async () => {
  const { ask, clicks } = await room();
  const place = await clicks.workspace("Team");
  await clicks.mapping(place, "a\u001b[31m\nb", "x\u0007", { priority: 1 });
  const told = await ask("\u001b]0;owned\u0007gpt\n", { live: true });
  expect(told.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
});

test("--live shows what a name resolves to and every mapping that was tried", async () => {
  const { clicks, terminal, out, notes } = await room();
  const place = await clicks.workspace("Team");
  const model = await clicks.model(place, await clicks.provider(place, "openai"), "gpt");
  await clicks.mapping(place, "gpt-3", model.gateway_name, { priority: 1 });
  await clicks.mapping(place, "gpt-4.*", model.gateway_name, { priority: 2, is_pattern: true });
  expect(await runCommandLine(["route", "gpt-4o", "--workspace", "Team", "--live"], terminal)).toBe(0);
  expect(notes).toEqual([]);
  await expect(`${out.join("\n")}\n`).toMatchFileSnapshot("answers/live.txt");
});
