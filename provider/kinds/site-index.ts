import { z } from "zod";
import { type ArgsOf, resource } from "../program/resource.js";
import { created, type FieldDanger, field, harmless, kind } from "../spec/index.js";
import { address, atLeast, scoped, timestamps, workspaceId } from "./shared.js";

const searched: readonly FieldDanger[] = [
  {
    when: "changed",
    rule: "deleted",
    level: "medium",
    says: "is crawled again, and searches may find nothing until the crawl ends",
  },
];

/** A crawled, searchable website (API document, section "Index"). The API does not document updates. */
export const siteIndex = kind("Index", {
  source: created,
  endpoints: scoped("/indexes", { update: false }),
  scope: "models",
  naturalKey: ["workspaceId", "url"],
  inputs: z.strictObject({
    /** Id of the workspace that the index belongs to. */
    workspaceId: workspaceId(),
    /** Address of the site to crawl. */
    url: address({ readAs: "baseUrl", danger: searched }),
    /**
     * Human-readable label.
     *
     * @default set by the gateway
     */
    title: field(z.string(), { danger: searched }).optional(),
    /**
     * Maximum number of pages to crawl. The API does not return it for an existing index.
     *
     * @default set by the gateway
     */
    maxPages: atLeast(1, { writeOnly: true, danger: searched }).optional(),
    /**
     * Whether to wait until the crawl has ended and to show its progress.
     *
     * @default true
     */
    waitForIndexed: field(z.boolean(), { local: true, danger: harmless }).optional(),
    /**
     * Maximum time to wait for the crawl, in seconds.
     *
     * @default 600
     */
    indexingTimeout: field(z.number().positive(), { local: true, danger: harmless }).optional(),
  }),
  danger: {
    create: [],
    delete: [{ rule: "deleted", level: "medium", says: "is deleted with its crawled pages" }],
    replace: [],
  },
  outputs: z.object({
    /** When the gateway created the object, ISO 8601. */
    createdAt: timestamps.createdAt,
  }),
  volatile: z.object({
    /** `PENDING`, `INDEXING`, `INDEXED` or `FAILED`. */
    status: z.string(),
    /** How many pages were crawled. */
    pageCount: z.int(),
    /** Crawled pages; the API does not document their structure. */
    pages: z.array(z.unknown()),
    /** Error from the crawl; the API does not document its structure. */
    error: z.unknown(),
    /** When the gateway last changed the object, ISO 8601. A crawl may also change it. */
    updatedAt: timestamps.updatedAt,
  }),
  wait: {
    status: "status",
    running: ["PENDING", "INDEXING"],
    failed: ["FAILED"],
    error: "error",
    progress: { field: "page_count", of: "pages" },
    unless: "waitForIndexed",
    timeout: { input: "indexingTimeout", seconds: 600 },
  },
});

/** The arguments of an {@link Index}: the site, and how long to wait for its crawl. */
export interface IndexArgs extends ArgsOf<typeof siteIndex> {}

/**
 * A crawled website whose pages can be searched. The crawl starts when the index is created.
 *
 * - Replaced on changes to: everything except `waitForIndexed`, `indexingTimeout`, `adopt`.
 * - On destroy: deleted.
 * - Scopes: `models:read`, `models:write`.
 * - Errors: the gateway refuses to index the same `url` twice (409). Nothing is changed; the error shows the
 *   existing object's id and your options: `adopt`, import or a different name. If the crawl fails, the
 *   failure is recorded, and the next `up` recreates the index. If the crawl takes longer than
 *   `indexingTimeout`, it continues, and the next `up` waits again.
 *
 * @example
 * ```ts
 * const team = new gateway.Workspace("team", { name: "Support assistant" });
 * new gateway.Index("handbook", { workspaceId: team.id, url: "https://handbook.example.com", maxPages: 200 });
 * ```
 */
export class Index extends resource(siteIndex) {}
