import type { Operation } from "../http/operation.ts";
import { budget } from "./budget.ts";
import { collection } from "./collection.ts";
import { gateToken } from "./gate-token.ts";
import { invite } from "./invitations.ts";
import { members } from "./members.ts";
import { metrics } from "./metrics.ts";
import { resources } from "./objects.ts";
import { quotas } from "./quotas.ts";
import { user } from "./user.ts";
import { workflows } from "./workflows.ts";
import { workspaces } from "./workspaces.ts";

/** Every endpoint of the API document. */
export const operations: Operation[] = [
  user,
  ...workspaces,
  ...members,
  invite,
  ...budget,
  gateToken,
  ...resources.flatMap(collection),
  ...workflows,
  ...quotas,
  ...metrics,
];
