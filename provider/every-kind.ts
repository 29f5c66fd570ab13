import * as everything from "./index.js";
import { kindOf } from "./program/resource.js";
import type { Kind } from "./spec/kind.js";

/** Every kind that has a public class, by name: the order of a module's exports is not the same in all module systems. */
export const kinds: readonly Kind[] = Object.values(everything)
  .map(kindOf)
  .filter((kind) => kind !== undefined)
  .sort((a, b) => (a.name < b.name ? -1 : 1));
