import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { reference } from "../../provider/build/reference/pages.mts";
import { kinds as specs } from "../../provider/every-kind.js";
import { scoped } from "../../provider/kinds/shared.js";
import { removalOf } from "../../provider/lifecycle/state/removal.js";
import { flags } from "../../provider/spec/field.js";
import { type Kind, kind } from "../../provider/spec/kind.js";
import { created, issued } from "../../provider/spec/source.js";
import { paths } from "../harness/paths.ts";

const kinds: readonly Kind[] = specs;
const declarations = readFileSync(path.join(paths.root, "provider/dist/index.d.ts"), "utf8");
const made = reference({ kinds, removalOf }, declarations);
const lines = [...made].flatMap(([page, text]) => text.split("\n").map((line) => ({ page, line })));

function rowsOf(page: string | undefined): string[][] {
  const rows = (page ?? "").split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) => row.slice(2, -2).split(" | "));
}

function rowOf(page: string | undefined, name: string): string[] {
  return rowsOf(page).find(([first]) => first === `\`${name}\``) ?? [];
}

test("the pages in the repository are what the code says now", () => {
  const folder = path.join(paths.root, "docs/reference");
  const files = readdirSync(folder).map((file) => [file, readFileSync(path.join(folder, file), "utf8")]);
  expect(Object.fromEntries(files), "docs/reference is old: run `npm run reference` and commit it").toEqual(
    Object.fromEntries(made),
  );
});

test("every exported name is told, and every class and function with its example", () => {
  const exported = [...declarations.matchAll(/^export (?:declare )?(class|function|\w+) (\w+)/gm)];
  expect(exported.length).toBeGreaterThan(80);
  const isTold = (name: string) =>
    lines.some(({ line }) => [`# ${name}`, `## ${name}`].includes(line) || line.startsWith(`\`${name}\`. `));
  expect(exported.filter(([, , name = ""]) => !isTold(name)).map(([, , name]) => name)).toEqual([]);
  const examples = lines.filter(({ line }) => line.startsWith("import * as gateway"));
  expect(examples).toHaveLength(declarations.match(/^ \* @example$/gm)?.length ?? 0);
});

test.each(kinds.map((each): [string, Kind] => [each.name, each]))(
  "every field of %s has a row",
  (name, spec) => {
    const page = [...made.values()].find((text) => text.startsWith(`# ${name}\n`));
    const told = rowsOf(page).map(([first]) => first);
    for (const field of [...spec.fields.keys(), ...spec.outputFields.keys()]) {
      expect(told).toContain(`\`${field}\``);
    }
  },
);

test("no cell is empty, and none shows what is no word for readers", () => {
  expect(lines.filter(({ line }) => /\s$|\[object|pulumi\.Input</.test(line))).toEqual([]);
  for (const [page, text] of made) {
    for (const table of text.split("\n\n").filter((block) => block.startsWith("|"))) {
      const [head = [], ...rows] = rowsOf(table.replace(/\|---.*\n/, ""));
      const broken = rows.filter(
        (row) => row.length !== head.length || row.some((cell) => /^(undefined|)$/.test(cell)),
      );
      expect({ page, broken }).toEqual({ page, broken: [] });
    }
  }
});

test("every link leads to a page and a heading that are there", () => {
  const links = lines.flatMap(({ line }) => [...line.matchAll(/\]\(([\w-]+\.md)#?([\w-]*)\)/g)]);
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(([, page = "", place]) => {
    const headings = made.get(page)?.match(/(?<=^#+ ).*$/gm) ?? [];
    return headings.length === 0 || (place !== "" && !headings.some((each) => each.toLowerCase() === place));
  });
  expect(broken.map(([link]) => link)).toEqual([]);
});

describe("of made-up kinds", () => {
  const team = kind("Team", {
    source: created,
    endpoints: { ...scoped("/teams", { update: true }), get: "/teams/{id}" },
    scope: "teams",
    naturalKey: ["workspaceId", "name"],
    inputs: z.strictObject({
      workspaceId: z.string().register(flags, { replace: true }),
      name: z.string(),
      token: z.string().register(flags, { secret: true, writeOnly: true }).nullish(),
      topics: z
        .array(z.enum(["a", "b"]))
        .register(flags, { unordered: true })
        .optional(),
      delay: z.number().optional(),
    }),
    outputs: z.object({ code: z.string().register(flags, { secret: true, createOnly: true }) }),
    volatile: z.object({ usage: z.number() }),
  });
  const badge = kind("Badge", {
    source: issued("it lives on"),
    endpoints: { create: "/badges" },
    scope: "badges",
    naturalKey: [],
    inputs: z.strictObject({ teamId: z.string(), label: z.string().optional() }),
    outputs: z.object({}),
  });
  const text = `
/**
 * A team of people. It has a name.
 *
 * - Replaced by a change of: nothing that is true
 * - On destroy: deleted, with
 *   all that it has.
 * - Scopes: \`teams:read\`; the owner only.
 * - Errors: {@link Failed}, if it is taken.
 *
 * @example
 * \`\`\`ts
 * new Team("a", {});
 * \`\`\`
 */
export declare class Team extends pulumi.CustomResource {
  constructor(name: string, args: TeamArgs, opts?: pulumi.CustomResourceOptions);
  /** Shown once. */
  readonly code: pulumi.Output<string>;
  static get(name: string): Team;
}
/** What a {@link Team} is declared with. */
export interface TeamArgs {
  token?: pulumi.Input<string | null | undefined>;
  topics?: pulumi.Input<pulumi.Input<"a" | "b">[] | undefined>;
  /**
   * How long to wait, in seconds.
   *
   * @default 60
   */
  delay?: pulumi.Input<number | undefined>;
}
export declare class Badge extends pulumi.CustomResource {
  constructor(name: string, args: BadgeArgs, opts?: pulumi.CustomResourceOptions);
}
export interface BadgeArgs { teamId: pulumi.Input<string>; }
/** The one error. */
export declare class Failed extends Error {
  /** Of the answer. */
  readonly status: number | undefined;
  readonly kind: Sort;
}
export type Sort = "early" | "late";
export type GetTeamArgs = { id: string; name?: undefined; } | { name: string; city?: string | undefined; id?: undefined; };
/** Reads a team. */
export declare function getTeam(args: GetTeamArgs): Promise<string>;
/** As {@link getTeam}. */
export declare function getTeamOutput(args: { id: pulumi.Input<string>; } | { name: pulumi.Input<string>; }): pulumi.Output<string>;
/** Reads all teams. */
export declare function getTeams(): Promise<string[]>;
/** Reads an entry. */
export declare function getEntry(): Promise<string>;
/** Reads all entries. */
export declare function getEntries(): Promise<string[]>;
`;
  const pages = reference({ kinds: [team, badge], removalOf }, text);
  const teamPage = pages.get("team.md") ?? "";

  test("flags, defaults, units and plain types are told of each field", () => {
    expect(rowOf(teamPage, "workspaceId")).toEqual([
      "`workspaceId`",
      "`a string`",
      "**required**",
      "–",
      "replaces",
    ]);
    expect(rowOf(teamPage, "token")).toEqual([
      "`token`",
      "`string \\| null`",
      "the gateway's",
      "*secret, write-only*",
      "updates",
    ]);
    expect(rowOf(teamPage, "topics")).toContain('`("a" \\| "b")[]`');
    expect(rowOf(teamPage, "topics")).toContain("*a set*");
    expect(rowOf(teamPage, "delay")).toContain("60");
    expect(rowOf(teamPage, "delay")).toContain("How long to wait, in seconds.");
    expect(rowOf(teamPage, "adopt")).toEqual([
      "`adopt`",
      "`a boolean`",
      "not set",
      "*only ours*",
      "nothing is sent",
    ]);
    expect(rowOf(teamPage, "code")).toEqual(["`code`", "`string`", "Shown once. *secret, shown once*"]);
    expect(teamPage).toContain("\n\nWhat a [Team](team.md) is declared with.\n\n`TeamArgs`. ");
    expect(teamPage).toContain("because they change by themselves: `usage`.");
  });

  test("what replaces and which scopes are needed is the spec's word, the rest the comment's", () => {
    expect(teamPage).toContain(
      "- **Replaced by a change of**: `workspaceId`; `connection`, if it leads elsewhere.\n",
    );
    expect(teamPage).toContain("- **Scopes**: `teams:read`, `teams:write`. `teams:read`; the owner only.\n");
    expect(teamPage).toContain("- **On destroy**: deleted, with all that it has.\n");
    expect(teamPage).toContain("- **Errors**: [Failed](failed.md), if it is taken.\n");
    expect(teamPage).toContain('```ts\nnew Team("a", {});\n```');
    expect(rowsOf(pages.get("README.md"))).toContainEqual(["[Team](team.md)", "A team of people."]);
  });

  test("how an existing one is read is told, and of which there is nothing to read", () => {
    expect(teamPage).toContain('gateway.Team.get("existing", "the-id", { workspaceId: "the-workspaceId" })');
    expect(pages.get("badge.md")).toContain("The gateway never shows one again");
    expect(pages.get("badge.md")).toContain(
      "- **On destroy**: nothing is called.\n- **Scopes**: `badges:write`.\n",
    );
  });

  test("an argument that names an object of another kind leads to its page; without updates, every change replaces", () => {
    expect(rowOf(pages.get("badge.md"), "teamId")).toContain("`string`, id of [Team](team.md)");
    expect(rowOf(pages.get("badge.md"), "label")).toContain("replaces");
  });

  test("a class that is no kind has a page of its members, with the types that only it has", () => {
    expect(rowOf(pages.get("failed.md"), "status")).toEqual([
      "`status`",
      "`number \\| undefined`",
      "Of the answer.",
    ]);
    expect(pages.get("failed.md")).toContain('type Sort = "early" | "late"');
    expect(rowsOf(pages.get("README.md"))).toContainEqual(["[Failed](failed.md)", "The one error."]);
  });

  test("functions that read the same share a page, and the class leads to them", () => {
    const page = pages.get("get-team.md") ?? "";
    expect(page.match(/^#+ .*$/gm)).toEqual([
      "# getTeam, getTeams",
      "## getTeam",
      "## getTeamOutput",
      "## getTeams",
      "## GetTeamArgs",
    ]);
    expect(pages.get("get-entry.md")?.match(/^#+ .*$/gm)).toEqual([
      "# getEntries, getEntry",
      "## getEntries",
      "## getEntry",
    ]);
    expect(page).toContain("getTeamOutput(args: GetTeamArgs): pulumi.Output<string>\n");
    expect(page).toContain("As [getTeam](get-team.md#getteam).");
    expect(rowOf(page, "id")).toContain("one of `id`, `name`");
    expect(rowOf(page, "city")).toContain("not set");
    expect(teamPage).toContain("[getTeam](get-team.md#getteam), [getTeams](get-team.md#getteams).");
  });

  test("the order in which names are exported changes nothing", () => {
    const turned = text
      .split(/\n(?=\/\*\*)/)
      .reverse()
      .join("\n");
    expect(turned).not.toBe(text);
    const again = reference({ kinds: [team, badge], removalOf }, turned);
    expect(Object.fromEntries(again)).toEqual(Object.fromEntries(pages));
  });
});
