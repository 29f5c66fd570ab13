import { data } from "../kinds/data.ts";
import { access } from "./data/access.ts";
import { errors, rateLimit } from "./data/errors.ts";
import { metrics } from "./data/metrics.ts";
import { scopes } from "./data/scopes.ts";
import { user } from "./data/user.ts";
import { verbs } from "./data/verbs.ts";
import { workflows } from "./data/workflows.ts";
import type { Group } from "./exchange.ts";

/** Everything that the golden data says: about each kind, and about the rest of the API. */
export const groups: readonly Group[] = [
  ...data.flatMap(({ golden }) => golden.groups),
  user,
  workflows,
  metrics,
  verbs,
  scopes,
  access,
  errors,
  rateLimit,
];
