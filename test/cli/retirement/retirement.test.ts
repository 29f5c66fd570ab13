import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import type { AccountObject } from "../../../cli/account/account-object.js";
import {
  findRetirements,
  isInUse,
  retirementWords,
  withCallers,
  withLocalDates,
} from "../../../cli/retirement/retirement.js";
import { GatewayUsage } from "../../../cli/usage/object-use.js";
import type { Values } from "../../../provider/spec/values.js";
import { exportOf } from "../drift/support/lab.ts";
import { inputs, previewOf, same } from "../review/facts/support/preview.ts";
import { openDesk } from "../support/desk.ts";
import { usageOf } from "../usage/some-usage.ts";

const today = "2028-03-01";

function object(kind: string, name: string, values: Values): AccountObject {
  return {
    kind,
    name,
    urn: `${kind} ${name}`,
    id: `${name}-id`,
    inputs: { workspaceId: "team-id", ...values },
    outputs: kind === "Model" ? { gatewayName: `openai/${name}` } : {},
  };
}

const model = (name: string, retiresOn?: string, more: Values = {}) =>
  object("Model", name, { ...(retiresOn === undefined ? {} : { retiresOn }), ...more });

const mapping = (name: string, target: string, more: Values = {}) =>
  object("Mapping", name, { sourceName: name, targetModel: `openai/${target}`, enabled: true, ...more });

test.each([
  ["2028-04-01", undefined],
  ["2028-03-31", "retires on 2028-03-31, in 30 days."],
  ["2028-03-02", "retires on 2028-03-02, in 1 day."],
  ["2028-03-01", "retires on 2028-03-01, today."],
  ["2028-02-29", "retired on 2028-02-29, 1 day ago."],
  ["2027-03-01", "retired on 2027-03-01, 366 days ago."],
  ["soon", undefined],
  [undefined, undefined],
])("a model with retiresOn %j is described as %j", (retiresOn, words) => {
  const [found] = findRetirements([model("old", retiresOn)], today);
  const about = "No mapping resolves to it. It declares no replacement (`replacedBy`).";
  expect(found && retirementWords(found)).toBe(words && `The model \`openai/old\` ${words} ${about}`);
});

test("names and patterns that a mapping resolves to the model are routes, but its own name is not", () => {
  const objects = [
    model("old", "2028-02-28", { replacedBy: "openai/next" }),
    model("next", "2028-12-31"),
    model("due", "2028-03-01"),
    mapping("chat", "old"),
    mapping("chat-.*", "old", { isPattern: true }),
    mapping("off", "old", { enabled: false }),
    mapping("code", "next"),
  ];
  const found = findRetirements(objects, today);
  expect(found.map(({ name, routes }) => [name, routes])).toEqual([
    ["old", ["chat", "chat-.*"]],
    ["due", []],
  ]);
  expect(found.map(isInUse)).toEqual([true, false]);
  expect(found.map(retirementWords)[0]).toBe(
    "The model `openai/old` retired on 2028-02-28, 2 days ago. Requests for `chat`, `chat-.*` resolve to it. " +
      "It is replaced by `openai/next`, which also retires, on 2028-12-31.",
  );
  expect(findRetirements(objects.toReversed(), today)).toEqual(found);
});

test("callers keep a model in use without a mapping, and their keys are named only on request", () => {
  const usage = usageOf([{ modelId: "old-id" }, { modelId: "old-id" }, { modelId: "other" }]);
  const called = (showsKeys: boolean) =>
    withCallers(
      findRetirements([model("old", today), model("quiet", today)], today),
      new GatewayUsage(new Map([["", usage]]), showsKeys),
    );
  expect(called(false).map(isInUse)).toEqual([true, false]);
  const [old, quiet] = called(false).map(retirementWords);
  expect(old).toContain(
    "In the last 7 days, it served 200 requests from 2 keys, the last one 65 minutes ago.",
  );
  expect(quiet).toContain("In the last 7 days, it served no requests.");
  expect(JSON.stringify(called(false))).not.toContain("canary");
  expect(called(true)[0]?.callers?.keyIds).toEqual(["key-canary-0", "key-canary-1"]);
});

test("a live model takes its date from the stack, but not from another gateway's model with its id", () => {
  const at = (gateway: string, retiresOn?: string) => ({ ...model("old", retiresOn), gateway });
  const live = [at("eu"), at("us")];
  const dated = withLocalDates(live, [at("us", today)]);
  expect(dated.map(({ inputs }) => inputs.retiresOn)).toEqual([undefined, today]);
});

test("review, drift and check warn about a retired model in use, and their exit code stays 0", async () => {
  const { terminal, stack, run } = await openDesk();
  await stack.up("team", "Workspace", { name: "Team" });
  const workspaceId = stack.resource("team").id;
  await stack.up("openai", "ModelProvider", { ...inputs.ModelProvider, workspaceId });
  const providerId = stack.resource("openai").id;
  const retiring = { retiresOn: "2020-02-29", replacedBy: "openai/next" };
  await stack.up("old", "Model", { ...inputs.Model, ...retiring, workspaceId, providerId });
  const { gatewayName } = stack.resource("old").outputs;
  await stack.up("chat", "Mapping", { workspaceId, sourceName: "chat", targetModel: String(gatewayName) });
  const file = async (name: string, text: string) => {
    const place = path.join(terminal.env.HOME ?? "", name);
    await writeFile(place, text);
    return place;
  };
  const prod = await file("prod.json", exportOf(stack));
  const steps = [...stack.resources].map(([name, { kind, inputs, outputs }]) =>
    same(kind, name, inputs, outputs),
  );
  const preview = await file("preview.json", previewOf(...steps));
  const routes = await file("routes.yaml", "workspaces: { Team: { routes: { nobody: nowhere } } }");
  for (const args of [
    ["review", preview, "--offline"],
    ["drift", prod],
    ["check", "--stack", prod, "--routes", routes],
  ]) {
    const { code, stdout } = await run(...args);
    expect(code, args[0]).toBe(0);
    expect(stdout, args[0]).toMatch(
      /The model `[^`]*` retired on 2020-02-29, [\d,]+ days ago\. Requests for `chat` resolve to it\. It is replaced by `openai\/next`\./,
    );
  }
});
