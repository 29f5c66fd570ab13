import { any } from "../any.ts";
import { type Exchange, exchange, type Group, get, ok } from "../exchange.ts";
import type { Template } from "../template.ts";
import { itemsOf, scope, stamps } from "./scoped.ts";
import { aWorkspace } from "./setup.ts";

const items = itemsOf("Indexes", "/indexes", "index");

/** `{site}` is a site of three pages that link to each other, which whoever plays this makes reachable for the crawl. */
const made = {
  id: "{index}",
  ...scope,
  base_url: "{site}/",
  title: "Handbook",
  ...stamps,
};

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

const crawledTo = (law: string, id: string, page_count: Template): Exchange =>
  crawled(law, "POST /indexes, max_pages", id, { id, status: "INDEXED", page_count });

export const indexes: Group = {
  about: "indexes",
  setup: [aWorkspace],
  life: [
    items.notYet,
    items.create(
      "create answers with a pending index, whose url is read as base_url",
      { url: "{site}/", title: "Handbook", max_pages: 10 },
      { ...made, id: any.id.as("index"), status: "PENDING" },
      ": Index, starting in PENDING; Resources, Index",
    ),
    crawled("a crawl that finishes leaves the index indexed", "Resources, Index", "{index}", indexed),
    ...items.areThere("Index", indexed).slice(1),
    ...items.areDeleted,
  ],
  further: [
    items.create("the address is enough", { url: "{site}/" }, { id: any.id.as("whole"), status: "PENDING" }),
    crawledTo("without a cap the site is crawled", "{whole}", any.atLeast(1)),
    items.create(
      "the number of pages can be capped",
      { url: "{site}/returns", max_pages: 1 },
      { id: any.id.as("capped"), status: "PENDING" },
    ),
    crawledTo("a crawl stops at its cap", "{capped}", any.atMost(1)),
    ...items.areRefused({ url: "{site}/delivery" }, { url: 7, title: 7, max_pages: 1.5 }),
    ...items.areMissing(),
  ],
};
