import { expect, test } from "vitest";
import type { Machine } from "../machine.ts";
import { Results, type Row } from "../results.ts";
import { page } from "./page.ts";

const machine: Machine = {
  date: "2026-11-21",
  cores: 2,
  model: "a model",
  memoryGigabytes: 8,
  system: "a system",
  node: "v24.0.0",
  pulumi: "v3.259.0",
  sdk: "v3.270.0",
};

function row(contestant: Row["contestant"], seconds: number, all: number): Row {
  const requests = { all, refused: 0, repeated: 0 };
  return { profile: "normal", mix: "a", size: 550, phase: "drift", run: 0, contestant, seconds, requests };
}

test("the page shows the ratios of time and requests beside the figures of both", () => {
  const results = new Results([row("ours", 6, 51), row("opentofu", 12, 1100)]);
  const shown = page(results, machine, "a note");
  expect(shown).toContain("## Beside opentofu");
  expect(shown).toContain("| normal | a | 550 | drift | 6.0 | 12.0 | 0.50 | 51 | 1,100 | 0.05 |");
  expect(shown).toContain("- a note");
});

test("where no rival was measured the page has no place for one", () => {
  expect(page(new Results([row("ours", 6, 51)]), machine, "a note")).not.toContain("## Beside");
});
