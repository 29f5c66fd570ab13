import type { BenchObject } from "../mixes.ts";
import { declareAll } from "./declare.ts";
import { make, spelled } from "./make.ts";

/** In the place of the team of `examples/fleet`: a list of objects. */
export type Team = readonly BenchObject[];

export function declareTeam(objects: Team): object {
  declareAll(objects, make, spelled);
  return {};
}
