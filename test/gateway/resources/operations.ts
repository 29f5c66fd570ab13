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
import type { Resource } from "./resource.ts";
import { siteIndex } from "./site-index.ts";
import { user } from "./user.ts";
import { workflows } from "./workflows.ts";
import { workspaces } from "./workspaces.ts";

/** The objects of a workspace that `collection` serves. */
export const resources: readonly Resource[] = [provider, model, prompt, mapping, siteIndex, config];

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
