import { any } from "../any.ts";
import type { Exchange, Group } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { notFound, rejects, requires } from "./refused.ts";
import { aWorkspace } from "./setup.ts";

const create = "Indexes, POST /indexes";
const list = "Indexes, GET /indexes";
const path = "/indexes/{index}";
const query = { workspace_id: "{ws}" };

/** `{site}` is a site of three pages that link to each other, which whoever plays this makes reachable for the crawl. */
const made = {
  id: "{index}",
  workspace_id: "{ws}",
  base_url: "{site}/",
  title: "Handbook",
  created_at: any.timestamp,
  updated_at: any.timestamp,
} satisfies Template;

const indexed = { ...made, page_count: 3, pages: any.array, status: "INDEXED", error: null };

const crawled = (law: string, id: string, pageCount: Template): Exchange => ({
  law,
  row: "States and transitions: PENDING, Crawl finishes, INDEXED; POST /indexes, max_pages",
  request: { method: "GET", path: `/indexes/${id}`, query },
  response: { status: 200, body: { data: { id, status: "INDEXED", page_count: pageCount } } },
  eventually: true,
});

export const indexes: Group = {
  about: "indexes",
  setup: [aWorkspace],
  life: [
    {
      law: "a new workspace has no indexes",
      row: list,
      request: { method: "GET", path: "/indexes", query },
      response: { status: 200, body: { data: [] } },
    },
    {
      law: "create answers with a pending index, whose url is read as base_url",
      row: `${create}: Index, starting in PENDING; Resources, Index`,
      request: {
        method: "POST",
        path: "/indexes",
        body: { workspace_id: "{ws}", url: "{site}/", title: "Handbook", max_pages: 10 },
      },
      response: { status: 200, body: item({ ...made, id: any.id.as("index"), status: "PENDING" }) },
    },
    {
      law: "a crawl that finishes leaves the index indexed",
      row: "States and transitions: PENDING, Crawl finishes, INDEXED; Resources, Index",
      request: { method: "GET", path, query },
      response: { status: 200, body: { data: indexed } },
      eventually: true,
    },
    {
      law: "the list has the index",
      row: list,
      request: { method: "GET", path: "/indexes", query },
      response: { status: 200, body: { data: [indexed] } },
    },
    {
      law: "delete succeeds with the workspace in the body",
      row: "Indexes, DELETE /indexes/{id}; Workspace-scoped resources",
      request: { method: "DELETE", path, body: query },
      response: { status: 200 },
    },
    {
      law: "a deleted index is not found",
      row: "Errors, 404",
      request: { method: "GET", path, query },
      response: { status: 404 },
    },
    {
      law: "a deleted index is in no list",
      row: list,
      request: { method: "GET", path: "/indexes", query },
      response: { status: 200, body: { data: [] } },
    },
  ],
  further: [
    {
      law: "the address is enough",
      row: create,
      request: { method: "POST", path: "/indexes", body: { workspace_id: "{ws}", url: "{site}/" } },
      response: { status: 200, body: item({ id: any.id.as("whole"), status: "PENDING" }) },
    },
    crawled("without a cap the site is crawled", "{whole}", any.atLeast(1)),
    {
      law: "the number of pages can be capped",
      row: create,
      request: {
        method: "POST",
        path: "/indexes",
        body: { workspace_id: "{ws}", url: "{site}/returns", max_pages: 1 },
      },
      response: { status: 200, body: item({ id: any.id.as("capped"), status: "PENDING" }) },
    },
    crawled("a crawl stops at its cap", "{capped}", any.atMost(1)),
    ...requires(create, "/indexes", { workspace_id: "{ws}", url: "{site}/delivery" }),
    ...rejects(
      create,
      "/indexes",
      { workspace_id: "{ws}", url: "{site}/delivery" },
      {
        url: 7,
        title: 7,
        max_pages: 1.5,
      },
    ),
    ...notFound("Indexes", "/indexes"),
  ],
};
