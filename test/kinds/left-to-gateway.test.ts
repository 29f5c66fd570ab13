import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { type Kind, offeredFields } from "../../provider/spec/kind.js";

const begin = "A property that you leave to the gateway is an output:";

/** What the paragraph of docs/lifecycle.md names, by kind: each name of a kind ends the list of its properties. */
function told(): Record<string, string[]> {
  const page = readFileSync(path.join(import.meta.dirname, "../../docs/lifecycle.md"), "utf8");
  const [, paragraph = ""] = page.split(begin);
  const [, exceptions = ""] = (paragraph.split("\n\n")[0] ?? "").split("Some are not outputs:");
  const found: Record<string, string[]> = {};
  let names: string[] = [];
  for (const [, word = ""] of exceptions.matchAll(/`(\w+)`/g)) {
    if (kinds.some(({ name }) => name === word)) {
      found[word] = [...(found[word] ?? []), ...names];
      names = [];
    } else {
      names.push(word);
    }
  }
  return found;
}

test("docs/lifecycle.md names each property that is no output though a program may leave it to the gateway, and no other", () => {
  const derived = kinds.flatMap((kind: Kind) => {
    const offered = offeredFields(kind);
    const never = [...kind.fields.values()].filter(
      (field) => field.optional && !field.local && !offered.includes(field),
    );
    const names = [...never.map(({ name }) => name), ...Object.keys(kind.volatile?.shape ?? {})];
    return names.length === 0 ? [] : [[kind.name, names] as const];
  });
  expect(told()).toEqual(Object.fromEntries(derived));
});
