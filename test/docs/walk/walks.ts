import type { PageWalk } from "./page-walk.ts";
import { brownfield, brownfieldResult } from "./walks/brownfield.ts";
import { commands } from "./walks/commands.ts";
import { drift } from "./walks/drift.ts";
import { elsewhere } from "./walks/elsewhere.ts";
import { evaluations } from "./walks/evaluations.ts";
import { guard } from "./walks/guard.ts";
import { importExport } from "./walks/import-export.ts";
import { native } from "./walks/native.ts";
import { fleet, gitops } from "./walks/pipelines.ts";
import { quickstart } from "./walks/quickstart.ts";
import { performance, recovery } from "./walks/recovery.ts";
import { review } from "./walks/review.ts";
import { routes } from "./walks/routes.ts";
import { configuration, credentials, secrets } from "./walks/settings.ts";
import { start } from "./walks/start.ts";
import { multiGateway, team } from "./walks/team.ts";
import { tested, testing } from "./walks/testing.ts";
import { usage } from "./walks/usage.ts";

export const walksOfDocs: readonly PageWalk[] = [
  ...[start, review, importExport, drift, guard, routes, usage, evaluations, recovery, performance],
  ...[credentials, configuration, secrets, native, commands, testing],
];

export const walksOfExamples: readonly PageWalk[] = [
  ...[quickstart, team, multiGateway, brownfield, brownfieldResult, fleet, gitops, tested],
];

/** Every page that has commands, by what is known of them. */
export const walks: readonly PageWalk[] = [...walksOfDocs, ...walksOfExamples, ...elsewhere];
