import { howMany, type Json, printable, shellWord, type Values } from "pulumi-workspace-gateway/tools";
import { covered } from "../account/account-object.js";
import { isChange, operationWords, type Plan } from "../review/plan/plan.js";
import { partsOf } from "../stack/stack-state.js";
import { clipped, shortList } from "../text/words.js";
import { digestsOf, movedDigests, type Pin, PinError, resourceTitle, secretsDigest } from "./format.js";
import type { Subject } from "./subject.js";

/** The differences from the review, one sentence each. Empty if the pin is still valid. */
export function movesSince(pin: Pin, now: Subject): string[] {
  const all = [...movedObjects(pin, now)];
  const movedUrns = new Set(all.map(({ urn }) => urn));
  // A change on the gateway explains a different plan for the object, so only the change is reported.
  const steps = [...movedSteps(pin, now)].filter(({ urn }) => !movedUrns.has(urn));
  const unread = differences(now.unread, pin.unread, [
    "read in the review, but not read now",
    "not read in the review, but read now",
  ]);
  const optionWords = ({ urn, words }: Pin["options"][number]) => `${resourceTitle(urn)} ${words}`;
  // Undeclared objects are read only in workspaces with planned changes, and different accounts may see
  // different objects.
  const isComparable = steps.length + unread.length === 0;
  const moved = isComparable ? all : all.filter(({ urn }) => urn.startsWith("urn:"));
  return [
    ...movedConfig(pin, now),
    ...movedStack(pin, now),
    ...unread,
    ...moved.map(({ words }) => words),
    ...steps.map(({ words }) => words),
    ...differences(pin.options.map(optionWords), now.options.map(optionWords), [
      "the program no longer plans",
      "the program now also plans",
    ]),
  ];
}

function differences(
  some: readonly string[],
  others: readonly string[],
  [only, onlyOther]: readonly [string, string],
): string[] {
  const missing = (from: readonly string[], all: readonly string[], words: string) =>
    all.filter((each) => !from.includes(each)).map((each) => `${words}: ${printable(each)}`);
  return [...missing(others, some, only), ...missing(some, others, onlyOther)];
}

interface Move {
  readonly urn: string;
  readonly words: string;
}

function* movedConfig(pin: Pin, { config, secrets }: Subject): Generator<string> {
  const now = digestsOf(config, pin.salt, "config");
  for (const { name, is } of movedDigests(pin.config, now)) {
    yield `the configuration: ${printable(name)} was ${is}`;
  }
  if (secretsDigest(secrets, pin.salt) !== pin.secrets) {
    yield "the configuration: a secret's value was changed";
  }
}

function* movedStack({ state, salt }: Pin, { recorded, lastRun }: Subject): Generator<string> {
  if (lastRun !== undefined && lastRun !== state.lastRun) {
    yield `the stack: a run changed it after the review, at ${printable(lastRun)}`;
  }
  const moved = movedDigests(state.resources, digestsOf(Object.fromEntries(recorded), salt, "state"));
  if (moved.length > 0) {
    const titles = moved.map(({ name, is }) => `${resourceTitle(name)} was ${is}`);
    yield `the stack's state has changed: ${shortList(titles)}`;
  }
}

function* movedObjects(pin: Pin, { live, undeclared }: Subject): Generator<Move> {
  const titleOf = (urn: string) => printable(undeclared.get(urn) ?? resourceTitle(urn));
  for (const [urn, before] of Object.entries(pin.live)) {
    const values = live.get(urn);
    if (values === undefined) {
      yield { urn, words: `${titleOf(urn)}: no longer exists on the gateway or in the stack` };
      continue;
    }
    for (const { name, is } of movedDigests(before, digestsOf(values, pin.salt, urn))) {
      const what = is === "removed" ? "is no longer set" : `was ${is}`;
      yield { urn, words: `${titleOf(urn)}: ${name} ${what} on the gateway${nowIs(values, name)}` };
    }
  }
  for (const urn of live.keys()) {
    if (!Object.hasOwn(pin.live, urn)) {
      const came = undeclared.has(urn) ? "was created on the gateway" : "was added to the stack";
      yield { urn, words: `${titleOf(urn)}: ${came} after the review` };
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
        words: `the program now ${operationWords[step.operation].does} ${resourceTitle(urn)} (in the review, it ${operationWords[operation].does} the resource)`,
      };
    } else {
      for (const { name, is } of movedDigests(values, digestsOf(step.values, pin.salt, urn))) {
        const what = is === "removed" ? `no longer declares ${name} of` : `has a different ${name} for`;
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

function nowIs(values: Values, name: string): string {
  const value: Json | undefined = values[name];
  return value === undefined || value === covered
    ? ""
    : `: now ${clipped(printable(JSON.stringify(value)), 80)}`;
}

export function otherAccounts(pin: Pin, now: Subject): string[] {
  const reviewed = pin.accounts.flatMap(({ connection, gateway, account }) => {
    const found = now.accounts.find((each) => each.connection === connection);
    const of = connection === undefined ? "" : ` of the connection ${connection}`;
    if (found?.gateway !== gateway) {
      return [`the gateway${of} is ${found === undefined ? "no longer visible" : "a different one"}`];
    }
    return account === found.account || account === undefined
      ? []
      : [`the account${of} is ${found.account === undefined ? "no longer visible" : "a different one"}`];
  });
  const more = now.accounts.filter(
    ({ connection }) => !pin.accounts.some((each) => each.connection === connection),
  );
  return [
    ...reviewed,
    ...more.map(({ connection }) =>
      connection === undefined ? "the default connection is new" : `the connection ${connection} is new`,
    ),
  ];
}

/** Planned values that only an `up` computes. `words` is, for example, "content of Prompt tone". */
export function unknownsOf({ steps }: Pick<Pin, "steps">) {
  return steps.flatMap(({ urn, values }) => {
    const names = Object.keys(values).filter((name) => values[name] === null);
    const words = `${shortList(names)} of ${resourceTitle(urn)}`;
    return names.length === 0 ? [] : [{ name: partsOf(urn).name, words }];
  });
}

/**
 * Throws a {@link PinError} if values are unknown and the program may still compute different values.
 *
 * @param loose - why the program's files do not determine the values
 * @param permits - `unknown` or `unknown:NAME`
 */
export function assertBound(pin: Pick<Pin, "steps">, loose: string, permits: readonly string[]): void {
  const free = unknownsOf(pin).filter(
    ({ name }) => !permits.includes("unknown") && !permits.includes(`unknown:${name}`),
  );
  if (free.length > 0) {
    const options = free.map(({ name }) => `--allow ${shellWord(`unknown:${name}`)}`).join(" ");
    throw new PinError(
      `${howMany(free.length, "resource")} will have values that are still unknown, and the program that computes them cannot be ` +
        `pinned, because ${loose}. To allow this: ${options}`,
      free.map(({ words }) => words),
    );
  }
}

/** Differences in the program's files matter only if planned values were unknown during the review. */
export function movedProgram(pin: Pin, files: Readonly<Record<string, string>>): string[] {
  const unknowns = unknownsOf(pin);
  const moved = movedDigests(pin.program ?? {}, digestsOf(files, pin.salt, "program"));
  if (unknowns.length === 0 || moved.length === 0) {
    return [];
  }
  const changes = shortList(moved.map(({ name, is }) => `${printable(name)} was ${is}`));
  const reviewed = shortList(unknowns.map(({ words }) => words));
  return [`the program: ${changes}. Unknown during the review: ${reviewed}`];
}

/** Lets a pipeline apply a pin twice without a failure. */
export function isDone(pin: Pin, { steps, optionChanges }: Plan): boolean {
  const isStillPlanned = steps.some(({ operation }) => isChange(operation));
  if (isStillPlanned || optionChanges.length > 0) {
    return false;
  }
  const inputs = new Map(steps.map(({ urn, after, before }) => [urn, (after ?? before)?.inputs]));
  return pin.steps.every(({ urn, operation, values }) => {
    const now = inputs.get(urn);
    const isRemoval = operation === "delete" || (operation === "other" && Object.keys(values).length === 0);
    if (operation === "delete" || now === undefined) {
      return isRemoval && now === undefined;
    }
    const digests = digestsOf(now, pin.salt, urn);
    return Object.entries(values).every(([name, value]) => value === null || value === digests[name]);
  });
}
