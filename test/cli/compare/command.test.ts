import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { typeToken } from "../../../provider/spec/token.js";
import { exportOf } from "../drift/support/lab.ts";
import { openDesk } from "../support/desk.ts";
import { openPerson } from "../support/person.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

test("a stack of a file is compared with the live account, and what differs is told in the form of a review", async () => {
  const { gateway, run, home: folder } = await openPerson();
  await gateway.console("POST", "/workspaces", { name: "Team" });
  const type = typeToken("Workspace");
  const workspace = (name: string, title: string) => {
    const values = { inputs: { name: title }, outputs: { name: title } };
    return { urn: `urn:pulumi:prod::shop::${type}::${name}`, type, id: `${name}-id`, ...values };
  };
  const file = path.join(folder, "prod.json");
  const resources = [workspace("team", "Team"), workspace("sales", "Sales")];
  await writeFile(file, JSON.stringify({ version: 3, deployment: { resources } }));
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() };
  gateway.log.clear();
  const told = await run(["compare", "--from", file, "--to", "live", "--json"], env);
  expect(told.code).toBe(0);
  const { changes, compared } = JSON.parse(told.stdout);
  expect(compared).toEqual({ from: file, to: "live" });
  expect(changes).toEqual([expect.objectContaining({ operation: "create", title: "Sales" })]);
  expect(gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
  const rules = path.join(folder, "rules.yaml");
  await writeFile(rules, "compare:\n  ignore:\n    - { workspace: Sal*, reason: not yet }\n");
  const html = path.join(folder, "page.html");
  const same = await run(
    ["compare", "--from", file, "--to", "live", "--ignore-file", rules, "--html", html],
    env,
  );
  expect([same.code, same.stdout]).toEqual([0, expect.stringMatching(/no change/i)]);
  expect(await readFile(html, "utf8")).toMatch(/^<!doctype html>/i);
});

test("a text of many lines that the gateway has as it is declared is no difference", async () => {
  const { run, stack } = await openDesk();
  await stack.up("team", "Workspace", { name: "Team" });
  const content = Array.from({ length: 4000 }, (_, line) => `\t${line}. Say who you are.`).join("\n");
  await stack.up("tone", "Prompt", { workspaceId: stack.resource("team").id, name: "tone", content });
  const file = path.join(await temporaryFolder(), "prod.json");
  await writeFile(file, exportOf(stack));
  const { stdout } = await run("compare", "--from", file, "--to", "live", "--json");
  expect(JSON.parse(stdout).changes).toEqual([]);
});
