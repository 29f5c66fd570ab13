import { setTimeout } from "node:timers/promises";
import type { Clock } from "./clock.ts";
import type { Row } from "./json.ts";
import type { Store } from "./store/store.ts";
import type { Variants } from "./variants.ts";

/** How long a crawl stays in each of its states. */
const STATE_MS = 20;
/** How many pages every site has. The pages are made up, and no site is contacted. */
const SITE_PAGES = 3;

/** Creates a gateway's background crawls (the API's section "States and transitions"). None runs yet. */
export function createCrawls(store: Store, clock: Clock, variants: Variants) {
  const running = new Map<string, { stop: AbortController; done: Promise<void> }>();
  const table = store.table("indexes");

  const crawl = async (id: string, { signal }: AbortController) => {
    for (const next of [() => ({ status: "INDEXING" }), outcome]) {
      await setTimeout(STATE_MS, undefined, { signal }).catch(() => undefined);
      const index = table.first({ id });
      if (signal.aborted || index === undefined || variants.crawl === "hold") return;
      table.update(id, { ...next(index, variants), updated_at: clock.stamp() });
    }
  };

  const start = (id: string) => {
    const stop = new AbortController();
    const done = crawl(id, stop).finally(() => running.delete(id));
    running.set(id, { stop, done });
  };
  /** Resolves once no crawl is running. */
  const idle = async () => {
    await Promise.all([...running.values()].map(({ done }) => done));
  };
  return {
    start,
    stop: (id: string) => running.get(id)?.stop.abort(),
    /** Resumes crawls that an earlier run left unfinished. */
    resume() {
      for (const status of ["PENDING", "INDEXING"]) {
        for (const { id } of table.find({ status })) start(String(id));
      }
    },
    idle,
    /** Stops all crawls. Resolves once they have stopped. */
    async close() {
      for (const { stop } of running.values()) stop.abort();
      await idle();
    },
  };
}

/** The final state of an index's crawl. */
function outcome({ base_url, max_pages }: Row, { crawl }: Variants): Row {
  if (crawl === "fail") return { status: "FAILED", error: `${base_url} could not be fetched` };
  const count = Math.min(typeof max_pages === "number" ? max_pages : SITE_PAGES, SITE_PAGES);
  const pages = Array.from({ length: count }, (_, page) => {
    return { url: `${base_url}?page=${page + 1}`, title: `Page ${page + 1}`, content: "Made up" };
  });
  return { status: "INDEXED", pages, page_count: count, error: null };
}
