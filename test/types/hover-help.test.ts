import { describe, expect, test } from "vitest";
import { scopesOfStep } from "../../cli/review/facts/notes.js";
import { resourcesOf } from "../../cli/review/facts/resources.js";
import { kinds } from "../../provider/every-kind.js";
import { isFixed } from "../../provider/lifecycle/changes.js";
import type { Field } from "../../provider/spec/field.js";
import type { Kind } from "../../provider/spec/kind.js";
import { defined } from "../../provider/text/json.js";
import { created, deleted, planOf, updated } from "../cli/review/facts/support/preview.ts";
import { fullInputs, madeUpReferences, secondInputs } from "../contract/support/samples.ts";
import { cases } from "../functions/support/readers.ts";
import {
  argumentsOfAll,
  classes,
  compilerComplaints,
  documentedScopes,
  exampleIn,
  functions,
  listIn,
  properties,
  types,
} from "./support/published.ts";

const titles = ["Replaced on changes to", "On destroy", "Scopes", "Errors"];

const all = kinds.map((kind): [string, Kind] => [kind.name, kind]);

/** What a line of the list in a class's comment says, without its full stop. */
function line({ name }: Kind, title: string): string {
  return (
    listIn(classes.get(name) ?? "")
      .get(title)
      ?.replace(/\.$/, "") ?? ""
  );
}

/** Arguments of the kind's own: what `connection` does, which every kind has, is told at the argument. */
function ownFields(kind: Kind): Field[] {
  return [...kind.fields.values()].filter(({ name }) => name !== "connection");
}

/** What replaces, in the words of the documentation, as far as they follow from the spec. */
function replacing(kind: Kind): { names: string[]; selectors: boolean } {
  const fields = ownFields(kind);
  const selecting = fields.filter(({ selects }) => selects !== undefined);
  const replaced = fields.filter((field) => selecting.includes(field) || isFixed(kind, field));
  return { names: replaced.map(({ name }) => name), selectors: selecting.length > 0 };
}

/** The arguments that a text of what replaces speaks of. */
function namedIn(text: string, kind: Kind): string[] {
  const named = quoted(text);
  return /^everything\b/.test(text)
    ? ownFields(kind)
        .map(({ name }) => name)
        .filter((name) => !named.includes(name))
    : named;
}

function quoted(text: string): string[] {
  return [...text.matchAll(/`([\w:]+)`/g)].map(([, name = ""]) => name);
}

/** The scopes without which a create, a change or the strongest delete fails, by what a review says of these steps. */
function scopesOfLife(kind: Kind): string[] {
  const full = fullInputs(kind, madeUpReferences);
  const next = { ...full, ...secondInputs(kind, madeUpReferences) };
  const way = ["delete", "restore"].find((each) =>
    kind.fields.get("onDestroy")?.expected.includes(`"${each}"`),
  );
  const steps = [
    created(kind.name, "it", full),
    ...(kind.endpoints.patch === undefined ? [] : [updated(kind.name, "it", full, next)]),
    deleted(kind.name, "it", { ...full, ...defined({ onDestroy: way }) }),
  ];
  const needed = steps.flatMap((step) => {
    const plan = planOf(step);
    return plan.steps.flatMap((each) => scopesOfStep(each, kind, resourcesOf(plan, kinds)));
  });
  return [...new Set(needed.filter(({ sure }) => sure).map(({ scope }) => scope))];
}

describe.each(all)("%s", (name, kind) => {
  const inSource = `the comment of class ${name} in provider/kinds`;

  test("documents replacement, destroy, scopes, and errors after its summary", () => {
    expect(
      [...listIn(classes.get(name) ?? "").keys()],
      `${inSource} must have a paragraph of what it is, and then the lines "- ${titles.join(': …", "- ')}: …"`,
    ).toEqual(titles);
  });

  test("is replaced as its comment says", () => {
    const text = line(kind, "Replaced on changes to");
    const { names, selectors } = replacing(kind);
    const wanted = names.length === 0 ? "nothing" : names.map((each) => `\`${each}\``).join(", ");
    const advice = `${inSource} must say that a change of ${wanted} replaces it, and of no other argument`;
    expect(namedIn(text, kind).sort(), advice).toEqual(names.sort());
    expect(text === "nothing", advice).toBe(names.length === 0);
    expect(
      text.includes("that selects a different"),
      `${inSource} must say of a selector that only one "that selects a different" object replaces`,
    ).toBe(selectors);
  });

  test("is destroyed as its comment says", () => {
    const text = line(kind, "On destroy");
    const ways = kind.fields.get("onDestroy")?.expected.match(/(?<=")\w+(?=")/g) ?? [];
    const [byDefault, ...others] = ways;
    const gone = kind.endpoints.remove === undefined ? "nothing is sent to the gateway" : "deleted";
    const first =
      byDefault === undefined ? gone : byDefault === "keep" ? "kept" : "removed from the workspace";
    expect(text.startsWith(first), `${inSource} must begin with "${first}"`).toBe(true);
    for (const way of others) {
      expect(text, `${inSource} must say what \`onDestroy: "${way}"\` does`).toContain(`"${way}"`);
    }
    const unless = kind.guard?.unless ?? "";
    expect(text, `${inSource} must name \`${unless}\``).toContain(unless);
  });

  test("names exactly the scopes that a review reports for it", () => {
    const advice = `the line "Scopes" in ${inSource} must name the scopes of a review, and say if it is called with the app's own credentials`;
    expect(documentedScopes(name).toSorted(), advice).toEqual(scopesOfLife(kind).toSorted());
    const { auth } = kind.endpoints;
    expect(line(kind, "Scopes").includes("app's own credentials"), advice).toBe(auth === "app");
  });
});

const examples = new Map(
  [...classes, ...functions].map(([name, text]) => [name, exampleIn(text) ?? ""] as const),
);

test("every class and function has an example, and no Output example awaits or interpolates", () => {
  const silent = [...examples].filter(([name, code]) => !code.includes(`gateway.${name}`));
  expect(silent, "give these an @example with a program that uses them").toEqual([]);
  expect(functions.size).toBeGreaterThan(40);
  const ofOutputs = [...examples].filter(([name]) => name.endsWith("Output"));
  expect(ofOutputs.filter(([, code]) => /\bawait\b|\$\{/.test(code))).toEqual([]);
});

test("every example compiles, and one that does not is reported", { timeout: 60_000 }, () => {
  const wrong = 'import { getModels } from "pulumi-workspace-gateway";\nawait getModels({});\n';
  const complaints = compilerComplaints(new Map([...examples, ["wrong", wrong]]));
  expect(complaints).toEqual([expect.stringMatching(/^wrong.*workspaceId/s)]);
});

test("every type, argument, property, and result has a description", () => {
  const all = [...argumentsOfAll, ...properties].map(
    ({ of, name, text }) => [`${of}.${name}`, text] as const,
  );
  const silent = [...types, ...all].filter(([, text]) => text === "").map(([name]) => name);
  expect(silent, "give these a comment, in the kind's file or the function's").toEqual([]);
});

/** A unit, what is counted or what is ordered; or that the API does not tell. */
const units =
  /\b(seconds|minutes|days|tokens|requests|pages|times|rows|order|does not document the unit|milliseconds)\b/i;

test("every numeric argument documents its unit, what it counts, or what it orders", () => {
  const unclear = argumentsOfAll.filter(({ numeric, text }) => numeric && !units.test(text));
  expect(
    unclear.map(({ of, name, text }) => `${of}.${name}: ${text}`),
    "say the unit of these in the comment at the property, such as seconds, what they count, or that the API does not document the unit",
  ).toEqual([]);
  expect(argumentsOfAll.filter(({ numeric }) => numeric).length).toBeGreaterThan(10);
});

test("exactly the optional arguments document a default", () => {
  const wrong = argumentsOfAll.filter(
    ({ optional, byDefault }) => byDefault === "" || optional !== (byDefault !== undefined),
  );
  expect(
    wrong.map(({ of, name }) => `${of}.${name}`),
    "an optional argument has an `@default` with a text, also one that is the gateway's; a required one has none",
  ).toEqual([]);
});

test("every function documents when it fails", () => {
  const silent = [...functions].filter(([, text]) => !/\bfails\b/i.test(text));
  expect(
    silent.map(([name]) => name),
    'say of these when they fail, "Fails if …": in provider/build/function-comments.mts, or in their own comment',
  ).toEqual([]);
});

const reads = cases.flatMap(({ one, many }) => (one === undefined ? [many] : [one, many]));
const scopes = new Map([
  ...reads.map(({ name, reading }) => [name, reading.scope] as const),
  ["metrics", "usage:read"],
  ["getBudget", "workspaces:read"], // as its resource: the API does not document it
  ["getUser", "profile:read"],
]);

test.each([...functions])("%s documents the scope that it needs", (name, text) => {
  const told = /scope\s+`([a-z:]+)`/.exec(text)?.[1];
  const needed = scopes.get(name.replace(/Output$/, ""));
  expect(
    told,
    `the comment of ${name} in provider/functions, or the build, must name "scope \`${needed}\`"`,
  ).toBe(needed);
});
