import { z } from "@hono/zod-openapi";
import { integer, inWorkspace, type Resource } from "./resource.ts";

const fields = z.object({ url: z.string(), title: z.string().optional(), max_pages: integer.optional() });

/** The API's section "Index"; it has no update endpoint, and what is sent as `url` is read as `base_url`. */
export const siteIndex: Resource = {
  name: "Index",
  table: "indexes",
  path: "/indexes",
  scope: "models",
  fields,
  changes: null,
  defaults: { title: null, max_pages: null, page_count: 0, pages: [], status: "PENDING", error: null },
  naturalKey: ["base_url"],
  item: z
    .object({
      ...inWorkspace,
      base_url: z.string(),
      title: z.string(),
      page_count: integer,
      pages: z.array(z.object({ url: z.string(), title: z.string(), content: z.string() })),
      status: z.enum(["PENDING", "INDEXING", "INDEXED", "FAILED"]),
      error: z.string().nullable(),
    })
    .openapi("Index"),
  compose: ({ url = null, ...draft }) => ({ ...draft, base_url: url, title: draft.title ?? url }),
  represent: ({ max_pages, ...row }) => row,
  stored: (row, { service }) => service.crawls.start(String(row.id)),
  removed: (row, { service }) => service.crawls.stop(String(row.id)),
};
