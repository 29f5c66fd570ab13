import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, flags, kind } from "../spec/index.js";
import { below, schemeless, scoped, timestamps, workspaceId } from "./shared.js";

/** A crawled website turned into searchable pages (api.md, "Index"). The API shows no update of one. */
export const siteIndex = kind("Index", {
  source: created,
  endpoints: scoped("/indexes", { update: false }),
  scope: "models",
  naturalKey: ["workspaceId", "url"],
  inputs: z.strictObject({
    workspaceId: workspaceId(),
    /** Site to crawl. */
    url: z.string().min(1).register(flags, { readAs: "baseUrl", doubt: schemeless }),
    /** Label. */
    title: z.string().optional(),
    /** Cap on pages crawled; the gateway does not give it back. */
    maxPages: z
      .int()
      .register(flags, { writeOnly: true, doubt: below(1) })
      .optional(),
    /** Wait until the crawl has ended (the default), or return at once. */
    waitForIndexed: z.boolean().register(flags, { local: true }).optional(),
    /** Longest wait for the crawl, in seconds; 600 by default. The crawl goes on, and so does the wait of the next `up`. */
    indexingTimeout: z.number().positive().register(flags, { local: true }).optional(),
  }),
  outputs: z.object({ createdAt: timestamps.createdAt }),
  volatile: z.object({
    /** `PENDING`, `INDEXING`, `INDEXED` or `FAILED`. */
    status: z.string(),
    pageCount: z.int(),
    /** Crawled pages; the API does not show their form. */
    pages: z.array(z.unknown()),
    /** Why the crawl failed; the API does not show its form. */
    error: z.unknown(),
    updatedAt: timestamps.updatedAt,
  }),
  settling: {
    status: "status",
    running: ["PENDING", "INDEXING"],
    failed: ["FAILED"],
    error: "error",
    progress: { field: "page_count", of: "pages" },
    unless: "waitForIndexed",
    timeout: { input: "indexingTimeout", seconds: 600 },
  },
});

export interface IndexArgs extends ArgsOf<typeof siteIndex> {}

/**
 * A crawled website turned into searchable pages (api.md, "Index"). Creating it waits for the crawl and tells its
 * progress. A crawl that fails is recorded, and the next `up` makes the index anew.
 *
 * @example
 * ```ts
 * import * as gateway from "pulumi-workspace-gateway";
 *
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Index("handbook", { workspaceId: team.id, url: "https://handbook.example.com", maxPages: 200 });
 * ```
 */
export class Index extends resource(siteIndex) {}
