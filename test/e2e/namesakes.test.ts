import { describe, expect, test } from "vitest";
import { adapters } from "../harness/adapter.ts";
import { ref } from "./support/declaration.ts";
import { hasNoChanges, life, up } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";

/** What the summary of a run says of mappings, and of its requests. */
function said(output: string): string[] {
  const lines = output
    .slice(output.lastIndexOf("Diagnostics:"))
    .matchAll(/(?:Mapping resource|\d+ requests) .*$/gm);
  return [...lines].map(([line]) => line).sort();
}

// The laws are those of test/contract/namesakes.test.ts and misreferences.test.ts. Here the engine decides what comes first.
// The tests are the stations of one stack's life, in this order: in a component.
describe.each(adapters)("%s", (adapter) => {
  const w = life({ adapter, env: { TEST_INSIDE: "1" } });
  const openai = [team, provider("openai"), model("gpt", "openai")];
  const tone = (name: string, environment: string) => prompt(name, { name: "tone", environment });
  const chain = (...targets: string[]) =>
    targets.map((target, index) =>
      mapping(target, { sourceName: "chat", targetModel: `openai/${target}`, priority: index + 1 }),
    );

  test("an up names mappings to no model, also if models are made in the same run, and sends no request for it", async () => {
    const made = await up(w, [
      ...openai,
      mapping("right", { targetModel: "openai/gpt" }),
      mapping("lost", { targetModel: "openai/gpd" }),
      mapping("named", { targetModel: ref("gpt", "name") }),
    ]);
    expect(said(made)).toEqual([
      "8 requests to the gateway",
      'Mapping resource "lost": targetModel is not the gatewayName of any Model in its workspace. Did you mean `openai/gpt`?',
      'Mapping resource "named": targetModel is the name of a Model, and not its gatewayName. Set it to the gatewayName of that Model.',
    ]);
  });

  test("a second prompt of a name is made, and a chain of mappings gets a new first one, though they stand before the others in the program", async () => {
    await up(w, [...openai, tone("production", "PRODUCTION"), ...chain("large", "small", "tiny")]);
    const [first] = w.gateway.rows("prompts");
    await up(w, [
      ...openai,
      tone("staging", "STAGING"),
      tone("production", "PRODUCTION"),
      ...chain("huge", "large", "small", "tiny"),
    ]);
    const rows = new Map(w.gateway.rows("prompts").map(({ id, environment }) => [environment, id]));
    expect([...rows.keys()].sort()).toEqual(["PRODUCTION", "STAGING"]);
    expect(rows.get("PRODUCTION")).toBe(first?.id);
    const mappings = w.gateway.rows("mappings");
    expect(mappings.map((row) => `${row.priority} ${row.source_name} ${row.target_model}`).sort()).toEqual([
      "1 chat openai/huge",
      "2 chat openai/large",
      "3 chat openai/small",
      "4 chat openai/tiny",
    ]);
    await hasNoChanges(w);
  });
});
