import * as classes from "./classes.js";
import { kindOf } from "./program/resource.js";
import type { Kind } from "./spec/kind.js";

/**
 * All kinds that have a public class.
 * They are sorted by name, because the order of a module's exports differs between module systems.
 */
export const kinds: readonly Kind[] = Object.values(classes)
  .map(kindOf)
  .filter((kind) => kind !== undefined)
  .sort((a, b) => (a.name < b.name ? -1 : 1));
