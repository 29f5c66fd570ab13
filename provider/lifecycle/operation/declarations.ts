import { canonical, shortHash } from "../../spec/compare.js";
import type { Kind } from "../../spec/kind.js";
import { hasUnknown, type Values } from "../../spec/values.js";
import { selectorsOf } from "../state/selector.js";
import { collectionOf } from "./target.js";

/**
 * What tells the object that inputs mean from all others: its natural key, or what it is selected by. Undefined if the
 * kind has neither, or if not all of it is known yet.
 */
export function identityOf(kind: Kind, inputs: Values): string | undefined {
  const values = identifyingFields(kind).map((name) => inputs[name] ?? null);
  const { parent } = kind.endpoints;
  if (
    values.every((value) => value === null) ||
    values.some(hasUnknown) ||
    hasUnknown(inputs[parent?.field ?? ""])
  ) {
    return undefined;
  }
  return `${collectionOf(kind, inputs)} ${canonical(values)}`;
}

function identifyingFields(kind: Kind): readonly string[] {
  return kind.naturalKey.length > 0 ? kind.naturalKey : selectorsOf(kind).map(({ name }) => name);
}

/** The inputs that tell objects of a kind apart, for people. */
export function identifying(kind: Kind): string {
  return identifyingFields(kind).join(" or ");
}

function keyOf({ name }: Kind, inputs: Values): string {
  return shortHash(`${name} ${canonical(inputs)}`);
}

interface Declaration {
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * What the program declares, as far as this process has checked it.
 *
 * The engine checks what the program declares, and nothing else: it also asks for differences of what it has just
 * read, of resources that are no longer declared too. What was checked is therefore waited for, in a diff or a create.
 */
export class Declarations {
  private readonly known = new Map<string, Declaration>();
  private readonly established = new Set<string>();
  private readonly awaited = new Map<string, number>();

  /** Notes inputs that were checked. */
  await(kind: Kind, inputs: Values): void {
    const key = keyOf(kind, inputs);
    this.awaited.set(key, (this.awaited.get(key) ?? 0) + 1);
  }

  /** Whether inputs are those of a declared resource whose turn it is; each is met once. */
  meet(kind: Kind, inputs: Values): boolean {
    const key = keyOf(kind, inputs);
    const count = this.awaited.get(key) ?? 0;
    this.awaited.set(key, Math.max(0, count - 1));
    return count > 0;
  }

  /**
   * The name of another resource that declares the same object, if one of the two is new. Two that are there already
   * are two objects on a gateway that allows it, and stay as they are.
   */
  sibling(identity: string, { name, isNew }: Declaration): string | undefined {
    const own = `${identity} ${name}`;
    const isEstablished = !isNew || this.established.has(own); // the engine checks what it replaces a second time, as new
    if (isEstablished) {
      this.established.add(own);
    }
    const first = this.known.get(identity);
    if (first === undefined) {
      this.known.set(identity, { name, isNew: !isEstablished });
      return undefined;
    }
    return first.name !== name && (first.isNew || !isEstablished) ? first.name : undefined;
  }
}
