import type { Operation } from "../http/operation.ts";
import { metrics, quotas, user } from "./account.ts";
import { budget } from "./budget.ts";
import { collection } from "./collection.ts";
import { gateToken } from "./gate-token.ts";
import { invite, members } from "./members.ts";
import { resources } from "./objects.ts";
import { workflows } from "./workflows.ts";
import { workspaces } from "./workspaces.ts";

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
