import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { collection, created, field, harmless, kind } from "../spec/index.js";
import { emptiness, timestamps } from "./shared.js";

const destroyed = { rule: "workspace-delete", level: "refused" } as const;

/** Groups providers, models, prompts, mappings, configs and indexes (the API's section "Workspace"). */
export const workspace = kind("Workspace", {
  source: created,
  endpoints: collection("/workspaces", { update: true }),
  scope: "workspaces",
  naturalKey: ["name"],
  inputs: z.strictObject({
    /** Name of the workspace, from 1 to 128 characters (the API's section "Limits", 3). */
    name: field(z.string().min(1).max(128), { doubt: emptiness, danger: harmless }),
    /**
     * Allows a destroy of a workspace that still holds something. The API does not say what becomes of that: take
     * it for gone. An `up` must apply it before the destroy.
     *
     * @default false
     */
    forceDestroy: field(z.boolean(), {
      local: true,
      danger: [
        {
          when: "to",
          value: true,
          existing: true,
          rule: "force-destroy",
          level: "refused",
          says: "may be destroyed later with everything in it",
        },
      ],
    }).optional(),
  }),
  outputs: z.object({
    /** Account id of the owner. */
    ownerId: field(z.string(), { madeOf: [] }),
    ...timestamps,
  }),
  volatile: z.object({
    /** The caller's role. Only list rows have it. */
    myRole: z.string(),
    /** How many objects of each kind the workspace holds. Only list rows have it. */
    stats: z.object({
      memberCount: z.int().describe("Members in the workspace."),
      promptCount: z.int().describe("Prompts in the workspace."),
      configCount: z.int().describe("Configs in the workspace."),
      mappingCount: z.int().describe("Mappings in the workspace."),
      providerCount: z.int().describe("Model providers in the workspace."),
    }),
  }),
  danger: {
    create: [],
    delete: [
      { ...destroyed, where: [{ forceDestroy: [true] }], says: "is destroyed, with everything in it" },
      {
        ...destroyed,
        where: [{ forceDestroy: [false, null] }],
        says: "is destroyed, if nothing is left in it",
      },
    ],
  },
  guard: {
    unless: "forceDestroy",
    counts: {
      "/providers": "provider_count",
      "/prompts": "prompt_count",
      "/mappings": "mapping_count",
      "/configs": "config_count",
      "/workspaces/{workspaceId}/members": "member_count",
    },
    harmless: [{ what: "workflow", list: "/workflows", scope: "models:read" }],
  },
});

/** What a {@link Workspace} is declared with: its name. */
export interface WorkspaceArgs extends ArgsOf<typeof workspace> {}

/**
 * A workspace: the group that providers, models, prompts and all else belong to (the API's section "Workspace").
 *
 * - Replaced by a change of: nothing.
 * - On destroy: deleted, if nothing is left in it or an `up` applied `forceDestroy` before.
 * - Scopes: `workspaces:read`, `workspaces:write`; a destroy also needs the `:read` of every kind that belongs to a
 *   workspace, to see that it is empty.
 * - Errors: a `name` that is taken (409): nothing is changed. The error names the id and what you can do:
 *   `adopt`, import or another name. A destroy fails while the workspace holds something, and says what. Only
 *   the owner may delete a workspace.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const workspaceId = team.id;
 * ```
 */
export class Workspace extends resource(workspace) {}
