import { readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { paths } from "../../harness/paths.ts";
import { machine } from "../machine.ts";
import { kit, providerVersion } from "../opentofu/kit.ts";
import { Results, type Row } from "../results.ts";
import { figuresOfPages } from "./figures.ts";
import { withFigures } from "./in-page.ts";
import { plot } from "./plot.ts";
import { settingsTable } from "./settings.ts";

function row(contestant: Row["contestant"], seconds: number, all: number, more: Partial<Row> = {}): Row {
  const requests = { all, refused: 0, repeated: 0 };
  const drift = { profile: "normal", mix: "a", size: 550, phase: "drift", run: 0 } as const;
  return { ...drift, contestant, seconds, requests, ...more };
}

const usage = { provider: { cpuSeconds: 2, peakBytes: 90e6 } };
const results = new Results([
  row("ours", 6, 51, { usage }),
  row("native", 5, 50, { usage, stateBytes: 550_000 }),
  row("opentofu", 12, 1100),
]);
const prose = (page: string) => page.replace(/(<!-- figures: .* -->)[\s\S]*?<!-- end of figures -->/g, "$1");

test("the figures take the place of the former ones in the pages, and nothing else of a page changes", async () => {
  for (const [page, figures] of Object.entries(figuresOfPages(results, machine("v3.300.0")))) {
    const before = await readFile(path.join(paths.root, "docs", page), "utf8");
    const after = withFigures(before, figures);
    for (const shown of Object.values(figures)) expect(after).toContain(shown);
    expect(prose(after)).toBe(prose(before));
    expect(() => withFigures("# Page\n", figures)).toThrow("The page has no place for figures");
  }
});

test("the page names the versions of the rival that is built", async () => {
  const page = await readFile(path.join(paths.root, "docs/benchmarks.md"), "utf8");
  expect(page).toContain(
    `OpenTofu ${kit.version} with the generic REST provider (Mastercard/restapi ${providerVersion})`,
  );
});

test("contestants stand beside each other: medians, and ratios within each run", () => {
  const pages = Object.values(figuresOfPages(results, machine("v3.300.0")));
  const shown = pages.flatMap((figures) => Object.values(figures)).join("\n");
  expect(shown).toContain("| normal | a | 550 | drift | 6.0 | 12.0 | 0.50 | 51 | 1,100 | 0.05 |");
  expect(shown).toContain(
    "| normal | a | 550 | drift | ours | 51 | 0 | 6.0 | – | – | – | – | 0.50 | – | 90 | 2.00 |",
  );
  expect(shown).toContain("| 550 | drift | 51 / 50 | 6.0 / 5.0 | 2.00 / 2.00 | 90 / 90 | – / 1,000 |");
});

test("a drawing says of what it cannot draw whether it is zero or was not measured", () => {
  const drawing = plot(new Results([row("ours", 3, 0, { phase: "preview" })]));
  expect(drawing.match(/none, whoever does it/g)).toHaveLength(1);
  expect(drawing.match(/not measured/g)).toHaveLength(4);
  expect(drawing.match(/<circle/g)).toHaveLength(1);
});

test("settings are shown from the runs that tried the most of them, so that each stands beside its own default", () => {
  const created = (profile: Row["profile"], run: number, seconds: number) =>
    row("ours", seconds, 552, { profile, run, phase: "create" });
  const quietHour = [created("normal", 0, 20), created("fast", 0, 6)];
  const busyHour = [created("normal", 1000, 26), created("fast", 1000, 8), created("zstd", 1000, 22)];
  const shown = settingsTable(new Results([...quietHour, ...busyHour]));
  expect(shown).toContain("| as it is by default | nothing | 26.0 |");
  expect(shown).toContain("| `PULUMI_DIY_BACKEND_ZSTD=true` | nothing | 22.0 |");
  expect(shown).toMatch(/PULUMI_SKIP_CHECKPOINTS=true` \| .* \| 8\.0 \|/);
});
