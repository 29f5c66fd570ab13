import { z } from "zod";
import { workspace } from "../kinds/workspace.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { byName, identity, none } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

const shown = shownBy(workspace);

/** The workspaces of the account (api.md, "Workspace"). */
export const workspaces = reading({
  ...placeOf(workspace),
  where: none,
  by: byName,
  result: z.object({
    ...identity,
    ...workspace.inputs.omit({ forceDestroy: true }).shape,
    ...shown,
    // List rows have them; the API does not show the fields of a single workspace (api.md, "Workspace").
    /** The caller's role, such as `OWNER`; null if the gateway does not show it. */
    myRole: shown.myRole.nullable(),
    /** How many objects of each kind the workspace holds; null if the gateway does not show it. */
    stats: shown.stats.nullable(),
  }),
});

/** A workspace, and how many objects it holds, as {@link getWorkspace} reads it. */
export interface GetWorkspaceResult extends ResultOf<typeof workspaces.result> {}
/** Which workspace {@link getWorkspace} reads: by `id` or by `name`. */
export type GetWorkspaceArgs = OneArgs<typeof workspaces>;
/** The connection that {@link getWorkspaces} uses. */
export type GetWorkspacesArgs = ManyArgs<typeof workspaces>;

/**
 * Reads a workspace by id or name (api.md, "Workspace"; scope `workspaces:read`). `stats` says how many
 * objects of each kind it holds: `memberCount`, `promptCount`, `configCount`, `mappingCount`,
 * `providerCount`. `myRole` is the caller's role. Both are null if the gateway does not show them. Fails if
 * no workspace or more than one has the name, or if the gateway did not send the whole list. Fails with a
 * {@link GatewayError} if the gateway refuses, has no workspace with the id (404), or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const shared = await gateway.getWorkspace({ name: "Shared models" });
 * new gateway.Prompt("tone", { workspaceId: shared.id, name: "tone", content: "Answer briefly." });
 * ```
 */
export const getWorkspace: Read<GetWorkspaceArgs, GetWorkspaceResult> = one("getWorkspace", workspaces);

/**
 * Does the same as {@link getWorkspace} (scope `workspaces:read`). Its arguments may be outputs. If the read
 * fails, the run fails.
 *
 * @example
 * ```ts
 * import * as pulumi from "@pulumi/pulumi";
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const name = new pulumi.Config().require("workspace");
 * export const providers = gateway.getWorkspaceOutput({ name }).stats.apply((stats) => stats?.providerCount);
 * ```
 */
export const getWorkspaceOutput = output(getWorkspace);

/**
 * Reads all workspaces that the account is a member of, each as {@link getWorkspace} reads one (api.md,
 * "Workspace"; scope `workspaces:read`). Fails if the gateway did not send the whole list. Fails with a
 * {@link GatewayError} if the gateway refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * for (const { id, name } of await gateway.getWorkspaces()) {
 *   new gateway.Budget(name, { workspaceId: id, budget: 500 });
 * }
 * ```
 */
export const getWorkspaces: Read<GetWorkspacesArgs, GetWorkspaceResult[]> = many("getWorkspaces", workspaces);

/**
 * Does the same as {@link getWorkspaces} (scope `workspaces:read`). Its arguments may be outputs, and it
 * takes `dependsOn`. If the read fails, the run fails.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const names = gateway.getWorkspacesOutput({}, { dependsOn: [team] }).apply((all) => all.map(({ name }) => name));
 * ```
 */
export const getWorkspacesOutput = output(getWorkspaces);
