import type { PageWalk } from "./page-walk.ts";
import { commands } from "./walks/commands.ts";
import { drift } from "./walks/drift.ts";
import { evidence } from "./walks/evidence.ts";
import { guard } from "./walks/guard.ts";
import { importExport } from "./walks/import-export.ts";
import { native } from "./walks/native.ts";
import { quickstart } from "./walks/quickstart.ts";
import { performance, recovery } from "./walks/recovery.ts";
import { review } from "./walks/review.ts";
import { routes } from "./walks/routes.ts";
import { configuration, credentials, secrets } from "./walks/settings.ts";
import { start } from "./walks/start.ts";
import { retirement, usage } from "./walks/usage.ts";

/** Every page whose commands are run, by what is known of them. */
export const walks: readonly PageWalk[] = [
  start,
  review,
  importExport,
  drift,
  guard,
  routes,
  usage,
  retirement,
  evidence,
  recovery,
  performance,
  credentials,
  configuration,
  secrets,
  native,
  commands,
  quickstart,
];
