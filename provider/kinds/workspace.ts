import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { collection, created, field, harmless, kind } from "../spec/index.js";
import { emptiness, timestamps } from "./shared.js";

const destroyed = { rule: "workspace-delete", level: "refused" } as const;

/** Groups providers, models, prompts, mappings, configs and indexes (API document, section "Workspace"). */
export const workspace = kind("Workspace", {
  source: created,
  endpoints: collection("/workspaces", { update: true }),
  scope: "workspaces",
  naturalKey: ["name"],
  inputs: z.strictObject({
    /** Name of the workspace, from 1 to 128 characters. */
    name: field(z.string().min(1).max(128), { doubt: emptiness, danger: harmless }),
    /**
     * Allows you to destroy a workspace that is not empty. The API does not document what happens to its
     * contents, so expect them to be deleted. Apply this with an `up` before the destroy.
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
    /** The caller's role. Only list rows include it. */
    myRole: z.string(),
    /** Number of objects of each kind in the workspace. Only list rows include it. */
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
      { ...destroyed, where: [{ forceDestroy: [true] }], says: "is destroyed with everything in it" },
      {
        ...destroyed,
        where: [{ forceDestroy: [false, null] }],
        says: "is destroyed if it is empty",
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

/** The arguments of a {@link Workspace}: its name. */
export interface WorkspaceArgs extends ArgsOf<typeof workspace> {}

/**
 * A workspace: the group that providers, models, prompts and all other objects belong to.
 *
 * - Replaced on changes to: nothing.
 * - On destroy: deleted if it is empty or an earlier `up` applied `forceDestroy`.
 * - Scopes: `workspaces:read`, `workspaces:write`. A destroy also needs the `:read` scope of every kind that
 *   belongs to a workspace, to check that the workspace is empty.
 * - Errors: the `name` is already taken (409). Nothing is changed; the error shows the existing object's id
 *   and your options: `adopt`, import or a different name. A destroy fails while the workspace is not empty;
 *   the error lists its contents. Only the owner may delete a workspace.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const workspaceId = team.id;
 * ```
 */
export class Workspace extends resource(workspace) {}
