import type { Json, JsonObject } from "../text/json.js";

/** Property values of a resource, as the engine hands them over: camelCase names, plain values. */
export type Values = { [name: string]: Json };

/** In a preview the engine stands this string in for every value that it does not know yet, of whatever type. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export function isUnknown(value: Json | undefined): boolean {
  return value === unknownValue;
}

export function hasUnknown(value: Json | undefined): boolean {
  if (typeof value !== "object" || value === null) {
    return isUnknown(value);
  }
  return Object.values(value).some(hasUnknown);
}

/** Names of this package's own bookkeeping; the engine hides properties that begin with two underscores. */
export const hidden = {
  /** The text that makes the engine's plugin load this package; set by the engine's SDK, kept as it is. */
  provider: "__provider",
  /** Marks a read of an object that the program does not manage (`X.get`). */
  get: "__get",
  /** Hashes of what the gateway made of declared values that it does not echo as they were sent. */
  echo: "__echo",
  /** True while creating or updating has not come to its end. */
  unfinished: "__unfinished",
  /** True if the object has ended badly after it was created: it has to be made anew. */
  failed: "__failed",
  /** The values that an object had before it was taken over, to put back. */
  found: "__found",
  /** The resource's URN, for kinds that tell their progress. */
  urn: "__urn",
  /** A hash of the id of the account that wrote the object last. */
  account: "__account",
  /** A hash of the address of the gateway that the object is on. */
  gateway: "__gateway",
  /** What the object is known by, where a selector may ask for it and no output has it. */
  selected: "__selected",
  /** A mark of what the outputs that follow another object were made of. */
  follows: "__follows",
  /** The resource's name in the program: for the check alone, which takes it away. */
  name: "__logicalName",
} as const;

export function isHidden(name: string): boolean {
  return name.startsWith("__");
}

/** The engine's own form of a secret on the wire: what stands in it is encrypted from the first checkpoint on. */
export function secretEnvelope(value: Json): JsonObject {
  return { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270", value };
}
