import { chosenAdapter } from "../../harness/adapter.ts";
import type { Scenario } from "../scenario.ts";
import { altered } from "./altered.ts";
import { answers } from "./answers.ts";
import { crossed } from "./crossed.ts";
import { disk } from "./disk.ts";
import { lags } from "./lags.ts";
import { limits } from "./limits.ts";
import { network } from "./network.ts";
import { people } from "./people.ts";
import { permissions } from "./permissions.ts";
import { versions } from "./versions.ts";

export function scenarios(adapter = chosenAdapter()): readonly Scenario[] {
  return [
    ...[limits, network, answers, versions, permissions, lags, altered, people, disk].flat(),
    ...crossed(adapter),
  ];
}
