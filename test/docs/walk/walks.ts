import { walksOfDocs } from "./docs.ts";
import { elsewhere } from "./elsewhere.ts";
import { walksOfExamples } from "./examples.ts";
import type { PageWalk } from "./page-walk.ts";

/** Every page that has commands, by what is known of them. */
export const walks: readonly PageWalk[] = [...walksOfDocs, ...walksOfExamples, ...elsewhere];
