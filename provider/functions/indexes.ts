import { siteIndex } from "../kinds/site-index.js";
import { type ManyArgs, type OneArgs, objectsOf, type ResultOf } from "./read/reading.js";
import { type KindReaders, kindReaders } from "./read/rows.js";

/** The indexes of a workspace. */
const indexes = objectsOf(
  siteIndex,
  siteIndex.inputs.omit({ maxPages: true, waitForIndexed: true, indexingTimeout: true }),
  siteIndex.inputs.pick({ url: true }),
);

/** An index of a workspace with its status and pages, as returned by {@link getIndex}. */
export interface GetIndexResult extends ResultOf<typeof indexes.result> {}
export type GetIndexArgs = OneArgs<typeof indexes>;
export type GetIndexesArgs = ManyArgs<typeof indexes>;

/**
 * Reads an index of a workspace by id or by `url`, the address of the crawled site.
 * `status` is `PENDING`, `INDEXING`, `INDEXED` or `FAILED`. The API does not document the structure of
 * `error` or of the elements of `pages`.
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * export const { status, pageCount } = await gateway.getIndex({ workspaceId, url: "https://handbook.example.com" });
 * ```
 *
 * @example
 * ```ts
 * const { id: workspaceId } = await gateway.getWorkspace({ name: "Support assistant" });
 * const indexes = await gateway.getIndexes({ workspaceId });
 * export const failed = indexes.filter(({ status }) => status === "FAILED").map(({ url }) => url);
 * ```
 */
export const {
  get: getIndex,
  getOutput: getIndexOutput,
  list: getIndexes,
  listOutput: getIndexesOutput,
}: KindReaders<GetIndexArgs, GetIndexesArgs, GetIndexResult> = kindReaders(indexes);
