import type { Scenario } from "../scenario.ts";
import { disk } from "./disk.ts";
import { lags } from "./lags.ts";
import { limits } from "./limits.ts";
import { network } from "./network.ts";
import { people } from "./people.ts";
import { permissions } from "./permissions.ts";

export const scenarios: readonly Scenario[] = [limits, network, permissions, lags, people, disk].flat();
