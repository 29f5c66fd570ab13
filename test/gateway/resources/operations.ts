import type { Operation } from "../http/operation.ts";
import { budget } from "./budget.ts";
import { collection } from "./collection.ts";
import { config } from "./config.ts";
import { gateToken } from "./gate-token.ts";
import { invite } from "./invitations.ts";
import { mapping } from "./mapping.ts";
import { members } from "./members.ts";
import { metrics } from "./metrics.ts";
import { model } from "./model.ts";
import { prompt } from "./prompt.ts";
import { provider } from "./provider.ts";
import { quotas } from "./quotas.ts";
import { siteIndex } from "./site-index.ts";
import { user } from "./user.ts";
import { workflows } from "./workflows.ts";
import { workspaces } from "./workspaces.ts";

/** Every endpoint of api.md. */
export const operations: Operation[] = [
  user,
  ...workspaces,
  ...members,
  invite,
  ...budget,
  gateToken,
  ...[provider, model, prompt, mapping, siteIndex, config].flatMap(collection),
  ...workflows,
  ...quotas,
  ...metrics,
];
