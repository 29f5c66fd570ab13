import type { Clock } from "../clock.ts";
import type { Row } from "../json.ts";
import type { Store } from "../store/store.ts";
import type { Variants } from "../variants.ts";
import { type Crawler, crawlSite } from "./crawl-site.ts";
import type { Page } from "./read-page.ts";

/** How many pages a crawl takes when `max_pages` is not given. */
const MAX_PAGES = 50;

/** Makes the background crawls of a gateway (the API's section "States and transitions"); none runs yet. */
export function createCrawls(store: Store, clock: Clock, variants: Variants, fetch: typeof globalThis.fetch) {
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const table = store.table("indexes");
  const move = (id: string, changes: Row) => table.update(id, { ...changes, updated_at: clock.stamp() });

  const crawl = async (id: string, signal: AbortSignal) => {
    // The transaction that creates the index commits first: the create answers PENDING.
    await Promise.resolve();
    const index = table.first({ id });
    if (index === undefined || variants.crawl === "hold") return;
    move(id, { status: "INDEXING" });
    const outcome = await attempt(index, variants, { fetch, signal });
    if (!signal.aborted) move(id, outcome);
  };

  const start = (id: string) => {
    const stop = new AbortController();
    const done = crawl(id, stop.signal).finally(() => running.delete(id));
    running.set(id, { stop, done });
  };
  /** Resolves once no crawl is running. */
  const idle = async () => {
    await Promise.all([...running.values()].map(({ done }) => done));
  };
  return {
    start,
    stop: (id: string) => running.get(id)?.stop.abort(),
    /** Takes up what an earlier run left unfinished. */
    resume() {
      for (const status of ["PENDING", "INDEXING"]) {
        for (const { id } of table.find({ status })) start(String(id));
      }
    },
    idle,
    /** Stops all and resolves once they have. */
    async close() {
      for (const { stop } of running.values()) stop.abort();
      await idle();
    },
  };
}

async function attempt(index: Row, { crawl }: Variants, crawler: Crawler): Promise<Row> {
  try {
    if (crawl === "fail") throw new Error("The crawl was made to fail");
    const limit = typeof index.max_pages === "number" ? index.max_pages : MAX_PAGES;
    const pages: Page[] = await crawlSite(String(index.base_url), limit, crawler);
    return {
      status: "INDEXED",
      pages: pages.map((page) => ({ ...page })),
      page_count: pages.length,
      error: null,
    };
  } catch (error) {
    return { status: "FAILED", error: error instanceof Error ? error.message : String(error) };
  }
}
