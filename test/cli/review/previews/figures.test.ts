import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { CommandRun } from "../../support/command-run.ts";
import { recorded } from "./recorded.ts";

/** A review as facts, and its comment as words: without markup, and without what only keeps a text from being markup. */
interface Forms {
  readonly facts: Facts;
  readonly comment: string;
}

interface Facts {
  readonly risk: string;
  readonly headline: readonly string[];
  readonly counts: Readonly<Record<"create" | "update" | "replace" | "delete", number>>;
  readonly size: { readonly after: number };
  readonly changes: readonly { readonly name: string; readonly fields: readonly Field[] }[];
  readonly routes: readonly {
    readonly incoming: string;
    readonly moved: boolean;
    readonly costPercent?: number;
    readonly before?: { readonly model?: string };
    readonly after?: { readonly model?: string };
  }[];
  readonly findings: readonly { readonly rule: string; readonly name: string; readonly reason: string }[];
  readonly needs: { readonly writes: number; readonly reads: number; readonly scopes: readonly string[] };
  readonly verdict: { readonly refused: readonly { readonly rule: string }[] };
}

interface Field {
  readonly is: string;
  readonly name: string;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly words?: string;
}

async function formsOf(text: string): Promise<Forms> {
  const folder = await mkdtemp(path.join(tmpdir(), "figures-"));
  const file = (name: string) => path.join(folder, name);
  try {
    await writeFile(file("preview.json"), text);
    const forms = ["--json", "--markdown", file("comment.md")];
    const { stdout } = await new CommandRun(["review", file("preview.json"), "--guard", ...forms]).done;
    return { facts: JSON.parse(stdout), comment: wordsOf(await readFile(file("comment.md"), "utf8")) };
  } finally {
    await rm(folder, { recursive: true });
  }
}

function wordsOf(markup: string): string {
  return markup
    .replace(/<!--.*?-->/gs, " ")
    .replace(/<[^<>]*>/g, " ")
    .replace(/[&]?#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/[\u200b\u2060\u00ad]/g, "")
    .replace(/[`*]|\\(?=\W)/g, "")
    .replace(/\s+/g, " ");
}

const percents = (text: string) => new Set(text.match(/[+−-]?\d[\d,.]*\s?%/g));

/** A figure as people write it. */
const written = (figure: number) => figure.toLocaleString("en-US", { maximumFractionDigits: 12 });

/** By how many percent a figure changes, taken from the figures themselves; undefined where nothing can be said. */
function percentOf({ before, after }: Pick<Field, "before" | "after">): number | undefined {
  const known = typeof before === "number" && typeof after === "number" && before !== 0;
  return known ? (after / before - 1) * 100 : undefined;
}

/** Whether a percentage that is shown is that number, as exactly as it is shown. */
function isThat(shown: string, percent: number): boolean {
  const digits = shown.replace("−", "-").replace(/[^\d.-]/g, "");
  const decimals = digits.split(".")[1]?.length ?? 0;
  return Math.abs(Number(digits) - percent) <= 0.5001 * 10 ** -decimals;
}

describe.each(recorded)("the recorded preview $name", ({ name, text }) => {
  let forms: Forms;
  beforeAll(async () => {
    forms = await formsOf(text);
  });

  test("has no percentage in the comment that the facts do not have", () => {
    const { facts } = forms;
    const told = percents(JSON.stringify(facts));
    const costs = facts.routes.flatMap(({ costPercent }) => costPercent ?? []);
    const unfounded = [...percents(forms.comment)].filter(
      (each) => !told.has(each) && !costs.some((cost) => isThat(each, cost)),
    );
    expect(unfounded).toEqual([]);
  });

  test("says of each figure that changes what it was, what it will be, and by how much", () => {
    for (const { name: object, fields } of forms.facts.changes) {
      for (const { before, after, name: field } of fields) {
        for (const figure of [before, after].filter((value) => typeof value === "number")) {
          expect(forms.comment, `${object} ${field}`).toMatch(
            new RegExp(`(?<![\\d.,])${written(figure).replace(".", "\\.")}(?![\\d]|[.,]\\d)`),
          );
        }
      }
    }
    const changed = forms.facts.changes
      .flatMap(({ fields }) => fields)
      .filter(({ after }) => typeof after === "number");
    for (const { words = "", ...field } of changed) {
      const percent = percentOf(field) ?? Number.NaN;
      expect([...percents(words)].filter((shown) => !isThat(shown, percent))).toEqual([]);
    }
  });

  test("has the same headline, risk, counts and needs in the comment as in the facts", () => {
    const { facts, comment } = forms;
    const isChanged = facts.changes.length > 0;
    for (const line of facts.headline) expect(comment).toContain(wordsOf(line));
    if (isChanged) expect(comment.toLowerCase()).toContain(`${facts.risk} risk`);
    for (const [operation, count] of Object.entries(facts.counts)) {
      if (count > 0) expect(comment).toMatch(new RegExp(`\\b${count} (to )?(${operation}|replacement)`));
    }
    if (isChanged) {
      expect(comment).toContain(`${written(facts.needs.writes + facts.needs.reads)} request`);
      expect(comment).toContain(`${facts.needs.scopes.length} scope`);
    }
  });

  test("names every route that moves, every finding and every refusal in the comment", () => {
    const { facts, comment } = forms;
    for (const { incoming, before, after } of facts.routes.filter(({ moved }) => moved)) {
      for (const part of [incoming, before?.model, after?.model]) {
        if (part !== undefined && name !== "hostile") expect(comment).toContain(wordsOf(part));
      }
    }
    for (const { rule } of [...facts.findings, ...facts.verdict.refused])
      expect(comment).toMatch(new RegExp(rule.replaceAll("-", "[ -]")));
  });
});
