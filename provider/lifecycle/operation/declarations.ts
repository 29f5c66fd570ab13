import { canonical, shortHash } from "../../spec/compare.js";
import type { Kind } from "../../spec/kind.js";
import { hasUnknown, type Values } from "../../spec/values.js";
import { selectorsOf } from "../state/selector.js";
import { collectionOf } from "./target.js";

/**
 * A text that is the same for all inputs that mean the same object: its natural key with what tells objects of one
 * natural key apart, or the values that select it. An input that is not declared is a value of its own there: the
 * gateway's. Undefined if the kind has neither, or if a part of it is not known yet.
 */
export function identityOf(kind: Kind, inputs: Values): string | undefined {
  const { distinguishedBy = [] } = kind;
  const key = naturalKeyOf(kind, inputs);
  if (key === undefined || distinguishedBy.some((name) => hasUnknown(inputs[name]))) {
    return undefined;
  }
  return [key, ...distinguishedBy.map((name) => canonical(inputs[name]))].join(" ");
}

/** A text that is the same for all inputs with one natural key, or that select the same object. Undefined as above. */
export function naturalKeyOf(kind: Kind, inputs: Values): string | undefined {
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

/** The names of the inputs in one of which two objects of a kind must differ. */
export function identityFields(kind: Kind): string[] {
  return [...identifyingFields(kind), ...(kind.distinguishedBy ?? [])];
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
 * The engine calls `check` for what the program declares, and for nothing else. It calls `diff` also for what
 * it has just read, even of resources that are no longer declared. So the inputs of a `check` are noted here:
 * a `diff` or a `create` with the same inputs is the one of the declared resource.
 */
export class Declarations {
  private readonly known = new Map<string, Declaration>();
  private readonly established = new Set<string>();
  private readonly exclusives = new Map<string, string>();
  private readonly moves = new Map<string, string>();
  private readonly awaited = new Map<string, number>();

  /** Notes inputs that were checked: a diff or a create of them is to come. */
  expect(kind: Kind, inputs: Values): void {
    const key = keyOf(kind, inputs);
    this.awaited.set(key, (this.awaited.get(key) ?? 0) + 1);
  }

  /**
   * Whether inputs were checked and their diff or create has not come yet.
   * Each check counts for one call.
   */
  meet(kind: Kind, inputs: Values): boolean {
    const key = keyOf(kind, inputs);
    const count = this.awaited.get(key) ?? 0;
    this.awaited.set(key, Math.max(0, count - 1));
    return count > 0;
  }

  /**
   * Notes that a resource gives up what its object is known by for something else. True if that goes round: what is taken is
   * given up by another one, and so on, until one takes what this one gives up. None of them can begin.
   */
  goesRound(from: string, to: string): boolean {
    this.moves.set(from, to);
    const seen = new Set<string>();
    let next: string | undefined = to;
    while (next !== undefined && next !== from && !seen.has(next)) {
      seen.add(next);
      next = this.moves.get(next);
    }
    return next === from;
  }

  /** The name of another resource that has declared the same exclusive thing before. */
  rival(thing: string, name: string): string | undefined {
    const first = this.exclusives.get(thing) ?? name;
    this.exclusives.set(thing, first);
    return first === name ? undefined : first;
  }

  /**
   * The name of another resource that declares the same object, if one of the two is new. Two resources that
   * both exist already have two objects, on a gateway that allows it, and they stay as they are.
   */
  sibling(identity: string, { name, isNew }: Declaration): string | undefined {
    const ownKey = `${identity} ${name}`;
    // The engine checks a resource that it replaces a second time, as if the resource were new.
    const isEstablished = !isNew || this.established.has(ownKey);
    if (isEstablished) {
      this.established.add(ownKey);
    }
    const first = this.known.get(identity);
    if (first === undefined) {
      this.known.set(identity, { name, isNew: !isEstablished });
      return undefined;
    }
    return first.name !== name && (first.isNew || !isEstablished) ? first.name : undefined;
  }
}
