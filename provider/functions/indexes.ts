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
/** The workspace whose indexes {@link getIndexes} reads. */
export type GetIndexesArgs = ManyArgs<typeof indexes>;

/**
 * Reads an index of a workspace by id or by `url`, the address of the crawled site (api.md, "Index"; scope
 * `models:read`). `status` is `PENDING`, `INDEXING`, `INDEXED` or `FAILED`. The API does not show the form of
 * the elements of `pages`, nor of `error`. Fails if no index or more than one has the URL, or if the gateway
 * did not send the whole list. Fails with a {@link GatewayError} if the gateway refuses, has no index with
 * the id (404), or cannot be reached.
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
 * Does the same as {@link getIndex} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
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
 * Reads all indexes of a workspace, each as {@link getIndex} reads one (api.md, "Index"; scope
 * `models:read`). Fails if the gateway did not send the whole list. Fails with a {@link GatewayError} if the
 * gateway refuses or cannot be reached.
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
 * Does the same as {@link getIndexes} (scope `models:read`). Its arguments may be outputs, and it takes
 * `dependsOn`. If the read fails, the run fails.
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
