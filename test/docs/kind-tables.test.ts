import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { removalOf } from "../../provider/lifecycle/changes.js";
import type { Kind } from "../../provider/spec/kind.js";
import { nounOf } from "../../provider/text/words.js";
import { paths } from "../harness/paths.ts";
import { dataOf } from "../kinds/data.ts";
import { classes, documentedScopes, listIn } from "../types/support/published.ts";

/** Rows in tables of pages: the cells after the class, from its comment, its spec and its test data. */
const tables: readonly (readonly [page: string, header: string, cells: (kind: Kind) => string])[] = [
  ["README.md", "| Class | Description |", ({ name }) => dataOf(name).readme],
  ["SECURITY.md", "| Kind | Scopes |", (kind) => `${scopesOf(kind)} | ${secretsOf(kind)}`],
  [
    "docs/lifecycle.md",
    "| Class | API object |",
    (kind) => [apiNoun(kind), ...["Replaced on changes to", "On destroy"].map(lineOf(kind))].join(" | "),
  ],
];

test.each(tables)("%s has an up-to-date row for every kind (-u updates it)", async (page, header, cells) => {
  const file = path.join(paths.root, page);
  const text = readFileSync(file, "utf8");
  const [table = expect.unreachable(`${page} has no table ${header}`)] = text
    .split("\n\n")
    .filter((each) => each.startsWith(header));
  const [titles, line, ...rows] = table.split("\n");
  const named = rows.map((row) => /`(\w+)`/.exec(row)?.[1] ?? "");
  const inOrder = [...new Set([...named, ...kinds.map(({ name }) => name)])].flatMap((name) =>
    kinds.filter((kind) => kind.name === name),
  );
  const written = inOrder.map((kind) => `| ${classOf(kind.name, page)} | ${cells(kind)} |`);
  const replaced = text
    .replace(table, () => [titles, line, ...written].join("\n"))
    .replace(removals, (_, row, removal) => `${row}${propertiesOf(removal, inOrder)} |`);
  await expect(replaced).toMatchFileSnapshot(file);
});

/** The rows of the table of what a removal does: their first cell begins with the name of the removal. */
const removals = /(^\| (cleared|reset|left|replaces) [^|]*\| ).* \|$/gm;

/** The properties whose removal is this one, by kind. */
function propertiesOf(removal: string, inOrder: readonly Kind[]): string {
  const ofKinds = inOrder.map((kind) => {
    const whole = Object.fromEntries([...kind.fields.keys()].map((name) => [name, true]));
    const [unshown] = [...kind.fields.values()].filter(({ writeOnly }) => writeOnly);
    const exception = ` (left unchanged if \`${unshown?.name}\` is not in the state, because only a PUT can reset the options, and a PUT would remove the key)`;
    const properties = [...kind.fields.values()]
      .filter((field) => field.optional && removalOf(kind, field, whole) === removal)
      .map((field) => `\`${field.name}\`${removalOf(kind, field, {}) === removal ? "" : exception}`);
    return properties.length === 0 ? "" : `\`${kind.name}\`: ${properties.join(", ")}`;
  });
  return ofKinds.filter((each) => each !== "").join("; ");
}

function classOf(name: string, page: string): string {
  return page === "README.md" ? `[\`${name}\`](docs/reference/Class.${name}.md)` : `\`${name}\``;
}

function apiNoun(kind: Kind): string {
  return nounOf(kind).replace(/^model (?=provider)/, "");
}

function lineOf({ name }: Kind): (title: string) => string {
  return (title) => (listIn(classes.get(name) ?? "").get(title) ?? "").replace(/\.$/, "");
}

function scopesOf({ name, endpoints }: Kind): string {
  return endpoints.auth === "app" ? "the app's own credentials" : quoted(documentedScopes(name));
}

function secretsOf({ fields, outputFields }: Kind): string {
  const secrets = [...fields.values(), ...outputFields.values()].filter(({ secret }) => secret);
  return quoted(secrets.map(({ name }) => name)) || "–";
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(", ");
}
