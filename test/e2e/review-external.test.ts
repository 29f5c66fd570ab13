import { describe, expect, test } from "vitest";
import { reviewOf } from "../../cli/review/facts/review-of.ts";
import { readPlan } from "../../cli/review/plan/read-plan.ts";
import { kinds } from "../../provider/every-kind.js";
import { inTeam, mapping, model } from "../cli/review/previews/shop.ts";
import { adapters } from "../harness/adapter.ts";
import { Console } from "./support/console.ts";
import type { Declared } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";

const upstream = { baseUrl: "https://api.openai.com/v1", priority: 1, compatibility: "OPENAI_SDK" };
const costs = { inputCost: 2.5, outputCost: 10 };
const managed = (name: string, more = {}) =>
  model(name, "openai", { name, displayName: name, ...costs, ...more });
const read = (name: string, id: string): Declared => ({ ...inTeam("Model", name, {}), get: id });
const base: readonly Declared[] = [
  { kind: "Workspace", name: "team", args: { name: "Support" } },
  inTeam("ModelProvider", "openai", { name: "openai", ...upstream }),
];
const led = mapping("default", "theirs", { sourceName: "default" });

describe.each(adapters)("by the %s adapter", (adapter) => {
  let theirs = "";
  const w = life({ objects: [...base, managed("small")], adapter }, async () => {
    await up(w);
    const [workspace, provider] = [w.gateway.rows("workspaces")[0], w.gateway.rows("providers")[0]];
    const made = await new Console(w.gateway).model(
      { id: String(workspace?.id), gateway_name: "" },
      { id: String(provider?.id), gateway_name: "" },
      "theirs",
    );
    theirs = made.id;
    await up(w, [...base, managed("small"), read("theirs", theirs), led]);
  });

  const review = async (objects: readonly Declared[]) => {
    await w.declare(objects);
    const run = await w.project.preview({ json: true, args: ["--show-sames"] });
    expect(run.code, run.output).toBe(0);
    return reviewOf({ plan: readPlan(run.stdout, kinds), kinds });
  };

  test("a route to a model that is only read stays, and nothing is found", async () => {
    const { routes, findings, risk } = await review([...base, managed("small"), read("theirs", theirs), led]);
    expect(routes.find(({ incoming }) => incoming === "default")).toMatchObject({
      moved: false,
      before: { is: "model" },
      after: { is: "model", model: "openai/theirs" },
    });
    expect(findings.filter(({ rule }) => /^(route|target)/.test(rule))).toEqual([]);
    expect(risk).toBe("none");
  });

  test("a resource that the program only reads from now on leaves management, and its routes stay", async () => {
    const small = w.calls.id("models", "small");
    const { optionChanges, changes, routes } = await review([
      ...base,
      read("small", small),
      read("theirs", theirs),
      led,
    ]);
    expect(optionChanges).toMatchObject([
      { name: "small", words: expect.stringContaining("leaves management") },
    ]);
    expect(changes).toEqual([]);
    expect(routes.filter(({ moved, after }) => moved || after === undefined)).toEqual([]);
  });

  test("a resource that was only read and is managed from now on is created, and nothing is replaced", async () => {
    const { changes } = await review([...base, managed("small"), managed("theirs", { adopt: true }), led]);
    expect(changes.map(({ operation, name }) => `${operation} ${name}`)).toContain("create theirs");
    expect(changes.filter(({ operation }) => operation === "replace" || operation === "delete")).toEqual([]);
  });
});
