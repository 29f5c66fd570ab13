import { expect, test } from "vitest";
import { Results, type Row } from "../results.ts";
import { figuresIn } from "./in-page.ts";
import { fleetProgram, page } from "./page.ts";
import { someMachine as machine } from "./some-machine.ts";

function row(contestant: Row["contestant"], seconds: number, all: number): Row {
  const requests = { all, refused: 0, repeated: 0 };
  return { profile: "normal", mix: "a", size: 550, phase: "drift", run: 0, contestant, seconds, requests };
}

test("the page shows the ratios beside the figures of both, and keeps what it has of a fleet", () => {
  const results = new Results([row("ours", 6, 51), row("opentofu", 12, 1100)]);
  const shown = page(results, machine, "a note", "of a fleet");
  expect(shown).toContain("## Beside opentofu");
  expect(shown).toContain("| normal | a | 550 | drift | 6.0 | 12.0 | 0.50 | 51 | 1,100 | 0.05 |");
  expect(shown).toContain("- a note");
  expect(figuresIn(shown, fleetProgram)).toBe("of a fleet");
});

test("where no rival was measured the page has no place for one", () => {
  expect(page(new Results([row("ours", 6, 51)]), machine, "a note", "of a fleet")).not.toContain("## Beside");
});
