import { any } from "../any.ts";
import { type Exchange, exchange, type Group, get, ok, post } from "../exchange.ts";
import { item, type Template } from "../template.ts";
import { itemsOf, scope } from "./scoped.ts";
import { aWorkspace } from "./setup.ts";

const create = "Indexes, POST /indexes";
const items = itemsOf("Indexes", "/indexes", "index");

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

const crawled = (law: string, also: string, id: string, data: Template): Exchange => ({
  ...exchange(
    law,
    `States and transitions: PENDING, Crawl finishes, INDEXED; ${also}`,
    get(`/indexes/${id}`, scope),
    ok({ data }),
  ),
  eventually: true,
});

export const indexes: Group = {
  about: "indexes",
  setup: [aWorkspace],
  life: [
    items.notYet,
    exchange(
      "create answers with a pending index, whose url is read as base_url",
      `${create}: Index, starting in PENDING; Resources, Index`,
      post("/indexes", { ...scope, url: "{site}/", title: "Handbook", max_pages: 10 }),
      ok(item({ ...made, id: any.id.as("index"), status: "PENDING" })),
    ),
    crawled("a crawl that finishes leaves the index indexed", "Resources, Index", "{index}", indexed),
    ...items.areThere("Index", indexed).slice(1),
    ...items.areDeleted,
  ],
  further: [
    exchange(
      "the address is enough",
      create,
      post("/indexes", { ...scope, url: "{site}/" }),
      ok(item({ id: any.id.as("whole"), status: "PENDING" })),
    ),
    crawled("without a cap the site is crawled", "POST /indexes, max_pages", "{whole}", {
      id: "{whole}",
      status: "INDEXED",
      page_count: any.atLeast(1),
    }),
    exchange(
      "the number of pages can be capped",
      create,
      post("/indexes", { ...scope, url: "{site}/returns", max_pages: 1 }),
      ok(item({ id: any.id.as("capped"), status: "PENDING" })),
    ),
    crawled("a crawl stops at its cap", "POST /indexes, max_pages", "{capped}", {
      id: "{capped}",
      status: "INDEXED",
      page_count: any.atMost(1),
    }),
    ...items.areRefused({ ...scope, url: "{site}/delivery" }, { url: 7, title: 7, max_pages: 1.5 }),
    ...items.areMissing(),
  ],
};
