import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { typeToken } from "../../../provider/spec/token.js";
import { openPerson } from "../support/person.ts";

test("compare reports differences between an exported stack and the live account as a review", async () => {
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
