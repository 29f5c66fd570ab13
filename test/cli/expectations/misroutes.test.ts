import { writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { previewOf } from "../account/engine.ts";
import { CommandRun } from "../commands/support/command-run.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import {
  caseOf,
  type Edit,
  harmless,
  misroutes,
  programCount,
  type Seeded,
  seededProgram,
} from "./support/seeds.ts";

const count = 50;

interface Told {
  readonly results: readonly { readonly status: string; readonly found: string }[];
  readonly verdict: { readonly refused: readonly { readonly rule: string }[] };
}

/** What `check` and the guard of `review` say of an edit. */
async function judged({ objects, routes }: Seeded, edit?: Edit) {
  const folder = await temporaryFolder();
  const [preview, file] = [path.join(folder, "preview.json"), path.join(folder, "routes.yaml")];
  await writeFile(preview, previewOf({ before: objects, after: edit?.edit(objects) ?? objects }));
  await writeFile(file, routes);
  const run = async (...args: string[]) => {
    const { code, stdout, output } = await new CommandRun([...args, "--routes", file, "--offline", "--json"])
      .done;
    expect([0, 3], output).toContain(code);
    return { code, told: JSON.parse(stdout) as Told };
  };
  const checked = await run("check", preview);
  const reviewed = await run("review", preview, "--guard");
  const refused = reviewed.told.verdict.refused.filter(({ rule }) => rule.startsWith("expectation-"));
  return { checked, reviewed, refused };
}

test("every seeded program meets what its team expects", async () => {
  for (const seed of Array.from({ length: programCount }, (_, at) => at)) {
    const { checked, refused } = await judged(seededProgram(seed));
    expect(checked.told.results.filter(({ status }) => status !== "held")).toEqual([]);
    expect([checked.code, refused]).toEqual([0, []]);
  }
});

test(`${count} of ${count} misroutes are caught, by check and by the guard of review alike`, {
  timeout: 60_000,
}, async () => {
  const missed: string[] = [];
  for (const at of Array.from({ length: count }, (_, index) => index)) {
    const { program, edit } = caseOf(misroutes, at);
    const { checked, reviewed, refused } = await judged(program, edit);
    if (checked.code !== 3 || reviewed.code !== 3 || refused.length === 0) {
      missed.push(
        `${at}: ${edit.what}: check ${checked.code}, review ${reviewed.code}, ${refused.length} refused`,
      );
    }
  }
  expect(missed).toEqual([]);
});

test(`none of ${count} harmless edits is refused for what is expected`, { timeout: 60_000 }, async () => {
  const wrong: string[] = [];
  for (const at of Array.from({ length: count }, (_, index) => index)) {
    const { program, edit } = caseOf(harmless, at);
    const { checked, refused } = await judged(program, edit);
    const broken = checked.told.results.filter(({ status }) => status !== "held");
    if (checked.code !== 0 || refused.length > 0) {
      wrong.push(`${at}: ${edit.what}: ${JSON.stringify([...broken, ...refused])}`);
    }
  }
  expect(wrong).toEqual([]);
});
