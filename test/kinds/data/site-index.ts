import { page, ref } from "../../e2e/support/declaration.ts";
import { any } from "../../golden/any.ts";
import { type Exchange, exchange, type Group, get, ok } from "../../golden/exchange.ts";
import { aWorkspace, itemsOf, scope, stamps } from "../../golden/shared.ts";
import type { Template } from "../../golden/template.ts";
import { anyString, type KindData, nothingGiven, wholeNumber, wrong, yesOrNo } from "../kind-data.ts";

const collection = { heading: "Indexes", path: "/indexes", scope: "models" };
const items = itemsOf(collection, "index");

/** A crawl of `{site}` finds three pages. */
const made = { id: "{index}", ...scope, base_url: "{site}/", title: "Handbook", ...stamps };

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

const indexes: Group = {
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

export default {
  kind: "Index",
  readme: "a website that is crawled for answers | deleted",
  collection,
  golden: { groups: [indexes], outputs: ["createdAt"] },
  samples: ({ site }) => ({
    url: [`${site}/docs`, `${site}/blog`],
    title: ["Docs ", "Blog "],
    maxPages: [5, 1],
  }),
  wrong: [
    wrong("wrong types", {
      workspaceId: ["w"],
      url: ["", "must be an http(s) address"],
      title: [1, anyString],
      maxPages: [0.5, wholeNumber],
      waitForIndexed: ["no", yesOrNo],
      indexingTimeout: ["10m", "must be a number"],
    }),
    nothingGiven("workspaceId", "url"),
  ],
  doubts: [
    ["url", "docs.example.com", "has no scheme such as https://"],
    ["maxPages", 0, "is below 1"],
  ],
  declared: {
    name: "docs",
    args: { workspaceId: ref("team"), url: page("/docs"), title: "Docs", maxPages: 2 },
  },
  seed: (name, { site }) => ({ url: `${site}/${name}`, title: name, max_pages: 2 }),
} satisfies KindData;
