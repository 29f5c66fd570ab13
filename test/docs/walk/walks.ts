import type { PageWalk } from "./page-walk.ts";
import { importExport } from "./walks/import-export.ts";
import { quickstart } from "./walks/quickstart.ts";
import { review } from "./walks/review.ts";
import { start } from "./walks/start.ts";

/** Every page whose commands are run, by what is known of them. */
export const walks: readonly PageWalk[] = [start, review, importExport, quickstart];
