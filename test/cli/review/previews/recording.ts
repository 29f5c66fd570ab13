import type { ProcessResult } from "../../../harness/process.ts";

/** What the engine calls the stack of every world, and what the recordings call it. */
const renames = [
  [/urn:pulumi:test::e2e::/g, "urn:pulumi:prod::northwind::"],
  [/e2e-test/g, "northwind-prod"],
  [/"e2e:/g, '"northwind:'],
  [/http:\/\/(127\.0\.0\.1|localhost):\d+/g, "https://handbook.example"],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, "2026-11-02T09:00:00Z"],
] as const;

/** The engine's mark of what is not known yet: the same in every run. */
const unknownMark = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What is other in every run, and what no reader of a preview needs. */
const dropped = /^(?:stackTrace|created|modified|duration|parent|detailedDiff|provider)$/;
const hidden = /^__(account|gateway|follows)$/;

/** A preview's text as it is kept: the same for the same change, whenever and wherever it is recorded. */
export function recording(text: string): string {
  const keep = (key: string, value: unknown) => (dropped.test(key) ? undefined : keptValue(key, value));
  const kept = JSON.stringify(JSON.parse(text), keep, 1);
  return `${withPlainIds(renames.reduce((all, [from, to]) => all.replace(from, to), kept))}\n`;
}

function keptValue(key: string, value: unknown): unknown {
  if (key === "propertyDependencies") {
    const all = Object.entries(Object(value)).filter(([, urns]) => String(urns) !== "");
    return Object.fromEntries(
      all.map(([name, urns]) => [name, Array.isArray(urns) ? urns.toSorted() : urns]),
    );
  }
  if (key === "dependencies" && Array.isArray(value)) {
    return value.toSorted();
  }
  return hidden.test(key) ? key : value;
}

/** Numbers the ids in the order in which they appear. */
export function withPlainIds(text: string): string {
  const numbers = new Map<string, number>();
  return text.replace(/\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/g, (id) => {
    if (id === unknownMark) {
      return id;
    }
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
  });
}

/** What a run of pulumi printed that ended well. */
export async function succeeded(run: Promise<ProcessResult>): Promise<string> {
  const { code, stdout, output } = await run;
  if (code !== 0) {
    throw new Error(`exited with ${code}:\n${output}`);
  }
  return stdout;
}
