import { z } from "zod";
import { siteIndex } from "../kinds/site-index.js";
import type { Read } from "./read/call.js";
import { type ManyArgs, many } from "./read/many.js";
import { type OneArgs, one } from "./read/one.js";
import { output } from "./read/output.js";
import { identity, ofWorkspace } from "./read/places.js";
import { placeOf, reading, shownBy } from "./read/reading.js";
import type { ResultOf } from "./read/result.js";

/** The indexes of a workspace (api.md, "Index"). */
export const indexes = reading({
  ...placeOf(siteIndex),
  where: ofWorkspace,
  by: siteIndex.inputs.pick({ url: true }),
  result: z.object({
    ...identity,
    ...siteIndex.inputs.omit({ maxPages: true, waitForIndexed: true, indexingTimeout: true }).shape,
    ...shownBy(siteIndex),
  }),
});

/** An index of a workspace with its status and its pages, as {@link getIndex} reads it. */
export interface GetIndexResult extends ResultOf<typeof indexes.result> {}
/** Which index {@link getIndex} reads: one of a workspace, by `id` or by `url`. */
export type GetIndexArgs = OneArgs<typeof indexes>;
/** Whose indexes {@link getIndexes} reads. */
export type GetIndexesArgs = ManyArgs<typeof indexes>;

/**
 * Reads an index of a workspace by id or `url`, the crawled site (api.md, "Index"; scope `models:read`). `status` is
 * `PENDING`, `INDEXING`, `INDEXED` or `FAILED`; the form of an element of `pages` and of `error` is the gateway's.
 * Fails if no index or several have the URL or the gateway cut the list, and with a {@link GatewayError} if the
 * gateway refuses, has nothing with the id (404) or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const handbook = await gateway.getIndex({ workspaceId, url: "https://handbook.example.com" });
 * export const crawled = `${handbook.status}, ${handbook.pageCount} pages`;
 * ```
 */
export const getIndex: Read<GetIndexArgs, GetIndexResult> = one("getIndex", indexes);

/**
 * As {@link getIndex} (scope `models:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * const site = new gateway.Index("handbook", { workspaceId: team.id, url: "https://handbook.example.com" });
 * export const pages = gateway.getIndexOutput({ workspaceId: team.id, id: site.id }).pageCount;
 * ```
 */
export const getIndexOutput = output(getIndex);

/**
 * Reads all indexes of a workspace, as {@link getIndex} reads one (api.md, "Index"; scope `models:read`). Fails if the
 * gateway cut the list, and with a {@link GatewayError} if it refuses or cannot be reached.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const indexes = await gateway.getIndexes({ workspaceId });
 * export const failed = indexes.filter(({ status }) => status === "FAILED").map(({ url }) => url);
 * ```
 */
export const getIndexes: Read<GetIndexesArgs, GetIndexResult[]> = many("getIndexes", indexes);

/**
 * As {@link getIndexes} (scope `models:read`), for arguments that are outputs and for `dependsOn`. What fails there
 * fails the run here.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * export const sites = gateway.getIndexesOutput({ workspaceId: team.id }).length;
 * ```
 */
export const getIndexesOutput = output(getIndexes);
