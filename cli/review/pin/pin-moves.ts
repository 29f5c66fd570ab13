import { type Json, printable, type Values } from "pulumi-workspace-gateway/tools";
import { covered } from "../../account/covered.js";
import { partsOf } from "../../stack/urn.js";
import { operationWords } from "../plan/operation-words.js";
import { type Digests, digestsOf, secretsDigest } from "./digest.js";
import type { Pin } from "./pin-format.js";
import type { Subject } from "./subject.js";

/** What is different now from what was reviewed, a sentence each; nothing if the pin still holds. */
export function movesSince(pin: Pin, now: Subject): string[] {
  const moved = [...movedObjects(pin, now)];
  const movedUrns = new Set(moved.map(({ urn }) => urn));
  // What the program does about an object that moved follows from the move.
  const steps = [...movedSteps(pin, now)].filter(({ urn }) => !movedUrns.has(urn));
  return [...movedConfig(pin, now), ...moved.map(({ words }) => words), ...steps.map(({ words }) => words)];
}

interface Move {
  readonly urn: string;
  readonly words: string;
}

function* movedConfig(pin: Pin, { config, secrets }: Subject): Generator<string> {
  const now = digestsOf(config, pin.salt, "config");
  for (const { name, is } of differing(pin.config, now)) {
    yield `the configuration: ${printable(name)} was ${is}`;
  }
  if (secretsDigest(secrets, pin.salt) !== pin.secrets) {
    yield "the configuration: the value of a secret was changed";
  }
}

function* movedObjects(pin: Pin, { live }: Subject): Generator<Move> {
  for (const [urn, before] of Object.entries(pin.live)) {
    const values = live.get(urn);
    if (values === undefined) {
      yield { urn, words: `${resourceTitle(urn)}: is gone from the gateway, or from the stack` };
      continue;
    }
    for (const { name, is } of differing(before, digestsOf(values, pin.salt, urn))) {
      const what = is === "taken away" ? "is no longer set" : `was ${is}`;
      yield { urn, words: `${resourceTitle(urn)}: ${name} ${what} on the gateway${nowIs(values, name)}` };
    }
  }
  for (const urn of live.keys()) {
    if (!Object.hasOwn(pin.live, urn)) {
      yield { urn, words: `${resourceTitle(urn)}: came to the stack after the review` };
    }
  }
}

function* movedSteps(pin: Pin, { steps }: Subject): Generator<Move> {
  for (const { urn, operation, values } of pin.steps) {
    const step = steps.get(urn);
    if (step === undefined) {
      yield { urn, words: `the program no longer ${operationWords[operation].does} ${resourceTitle(urn)}` };
    } else if (step.operation !== operation) {
      yield {
        urn,
        words: `the program now ${operationWords[step.operation].does} ${resourceTitle(urn)}; reviewed was that it ${operationWords[operation].does} it`,
      };
    } else {
      for (const { name, is } of differing(values, digestsOf(step.values, pin.salt, urn))) {
        const what = is === "taken away" ? `no longer declares ${name} of` : `has another ${name} for`;
        yield { urn, words: `the program ${what} ${resourceTitle(urn)}${nowIs(step.values, name)}` };
      }
    }
  }
  const reviewed = new Set(pin.steps.map(({ urn }) => urn));
  for (const [urn, { operation }] of steps) {
    if (!reviewed.has(urn)) {
      yield { urn, words: `the program now also ${operationWords[operation].does} ${resourceTitle(urn)}` };
    }
  }
}

interface Differing {
  readonly name: string;
  readonly is: "changed" | "added" | "taken away";
}

function differing(before: Digests, now: Digests): Differing[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return names.flatMap((name): Differing[] => {
    if (!Object.hasOwn(now, name)) {
      return [{ name, is: "taken away" }];
    }
    if (!Object.hasOwn(before, name)) {
      return [{ name, is: "added" }];
    }
    return before[name] === now[name] ? [] : [{ name, is: "changed" }];
  });
}

const longestValue = 80;

function nowIs(values: Values, name: string): string {
  const value: Json | undefined = values[name];
  if (value === undefined || value === covered) {
    return "";
  }
  const text = printable(JSON.stringify(value));
  return `: now ${text.length > longestValue ? `${text.slice(0, longestValue - 1)}…` : text}`;
}

/** What people call a resource: `Model gpt`. */
export function resourceTitle(urn: string): string {
  const { type, name } = partsOf(urn);
  return printable(`${type.split(":").at(-1) ?? ""} ${name}`.trim());
}
