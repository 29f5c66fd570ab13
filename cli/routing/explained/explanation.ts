import type { End, RoutedMapping, RoutedModel } from "../setup.js";
import type { Otherwise } from "./otherwise.js";

/**
 * What a mapping says of a name. `off`: it is switched off. `off-taker`: so is this one, which would take it. `not-known`: the name or pattern that it takes is known only
 * during the `up`. `other-name`, `no-match`: it does not take the name. `unreadable`: its pattern cannot be followed.
 */
export type Said = "off" | "off-taker" | "not-known" | "other-name" | "no-match" | "unreadable" | "takes";

/** A mapping that was asked for a name. */
export interface Asked {
  readonly mapping: RoutedMapping;
  readonly said: Said;
  /** What the API leaves open and it depends on whether the mapping takes the name, in words. */
  readonly depends: readonly string[];
}

/** Why a name ends where it ends, at one moment. */
export interface Explanation {
  /** The mappings in the order in which they were asked. The last one decides, if it takes the name. */
  readonly asked: readonly Asked[];
  /** Those that would take the name too, but come after the one that decides. */
  readonly later: readonly RoutedMapping[];
  /** How many come after it in all. */
  readonly after: number;
  readonly end: End;
  /** The model at the end, if it is one that is known here. */
  readonly model?: RoutedModel;
  /** Where else it may end, and what the API leaves open about that. */
  readonly otherwise: readonly Otherwise[];
}
