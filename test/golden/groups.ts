import { access } from "./data/access.ts";
import { budget } from "./data/budget.ts";
import { configs } from "./data/configs.ts";
import { errors, rateLimit } from "./data/errors.ts";
import { gateToken } from "./data/gate-token.ts";
import { indexes } from "./data/indexes.ts";
import { invitations } from "./data/invitations.ts";
import { mappings } from "./data/mappings.ts";
import { memberRoles, members } from "./data/members.ts";
import { metrics } from "./data/metrics.ts";
import { models } from "./data/models.ts";
import { prompts } from "./data/prompts.ts";
import { providers } from "./data/providers.ts";
import { quotaFields, quotas } from "./data/quotas.ts";
import { scopes } from "./data/scopes.ts";
import { user } from "./data/user.ts";
import { verbs } from "./data/verbs.ts";
import { workflows } from "./data/workflows.ts";
import { workspaces } from "./data/workspaces.ts";
import type { Group } from "./exchange.ts";

/** Everything that the golden data says, in the order of api.md. */
export const groups: readonly Group[] = [
  user,
  workspaces,
  members,
  memberRoles,
  invitations,
  budget,
  gateToken,
  providers,
  models,
  prompts,
  mappings,
  indexes,
  configs,
  workflows,
  quotas,
  quotaFields,
  metrics,
  verbs,
  scopes,
  access,
  errors,
  rateLimit,
];
