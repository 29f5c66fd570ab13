import { expect, test } from "vitest";
import { z } from "zod";
import { importFileText, readEntry } from "../../../cli/import-file/command.js";
import { kinds } from "../../../provider/every-kind.js";
import { workspace } from "../../../provider/kinds/workspace.js";
import { created, field, kind } from "../../../provider/spec/index.js";
import { openDesk } from "../support/desk.ts";

const parent = { what: "workspace", field: "workspaceId", list: "/workspaces", scope: "workspaces" };
const paths = { list: "/prompts", get: "/prompts/{id}", create: "/prompts", remove: "/prompts/{id}" };

/** Prompts, as they would be if they had a value that nobody can read. */
function promptWithSecret(patch: { patch?: string }) {
  return kind("Prompt", {
    source: created,
    endpoints: { ...paths, ...patch, parent, scoped: true },
    scope: "prompts",
    naturalKey: [],
    inputs: z.strictObject({
      workspaceId: field(z.string(), { replace: true }),
      name: z.string(),
      token: field(z.string(), { secret: true, writeOnly: true }).optional(),
    }),
    outputs: z.object({ createdAt: z.string() }),
  });
}

/** A desk at a gateway that has one prompt, and what says where the prompt is. */
async function tone(patch: { readonly patch?: string } = { patch: "/prompts/{id}" }) {
  const { client, clicks } = await openDesk();
  const team = await clicks.workspace("Team");
  const { id } = await clicks.prompt(team, "tone", "Be brief.");
  const what = { kind: promptWithSecret(patch), name: "it", id, place: { workspaceId: team.id } };
  return { ...what, client, kinds, hasPlugin: false };
}

test.each([
  ["that can be changed", { patch: "/prompts/{id}" }, "shows it as a change"],
  ["that no call changes", {}, "replaces the Prompt: leave it out"],
])(
  "of an object %s, it is told what cannot be read, with what declaring it does",
  async (_what, patch, does) => {
    const { unread } = await readEntry(await tone(patch));
    expect(unread).toEqual([expect.stringMatching(`^token cannot be read.* ${does}`)]);
  },
);

test("a workspace that the account does not see is told to be one, where the gateway answers 403 for it", async () => {
  const { client, clicks } = await openDesk({ missingWorkspace: 403 });
  const team = await clicks.workspace("Team");
  const { id } = team;
  await clicks.remove("/workspaces", team, team);
  const wanted = { kind: workspace, name: "team", id, place: {}, client, kinds, hasPlugin: false };
  await expect(readEntry(wanted)).rejects.toThrow(`This account does not see the workspace ${id}.`);
});

test("a parent has a name in the file, and the resource refers to it", () => {
  const entry = { type: "t", name: "n", id: "i", inputs: {}, outputs: {} };
  expect(JSON.parse(importFileText(entry, undefined))).toEqual({ resources: [entry] });
  expect(JSON.parse(importFileText(entry, "urn:x"))).toEqual({
    nameTable: { parent: "urn:x" },
    resources: [{ ...entry, parent: "parent" }],
  });
});
