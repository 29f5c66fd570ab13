import { howMany, printable, shellWord } from "pulumi-workspace-gateway/tools";
import { partsOf } from "../../stack/urn.js";
import { shortList } from "../../text/short-list.js";
import { digestsOf, movedDigests } from "./digest.js";
import { PinError } from "./pin-error.js";
import type { Pin } from "./pin-format.js";
import { resourceTitle } from "./resource-title.js";

/** The values of one resource that nobody knows before the `up`. */
interface Unknowns {
  /** Its logical name. */
  readonly name: string;
  /** Such as "content of Prompt tone". */
  readonly words: string;
}

/** The planned values that were not known at the review: what they become is up to the program. */
export function unknownsOf({ steps }: Pick<Pin, "steps">): Unknowns[] {
  return steps.flatMap(({ urn, values }) => {
    const names = Object.keys(values).filter((name) => values[name] === null);
    return names.length === 0
      ? []
      : [{ name: partsOf(urn).name, words: `${shortList(names)} of ${resourceTitle(urn)}` }];
  });
}

/**
 * Throws a {@link PinError} if values are unknown, and the program may make others of them later.
 *
 * @param loose - why the program's files do not decide it
 * @param permits - `unknown` or `unknown:NAME`
 */
export function assertBound(pin: Pick<Pin, "steps">, loose: string, permits: readonly string[]): void {
  const free = unknownsOf(pin).filter(
    ({ name }) => !permits.includes("unknown") && !permits.includes(`unknown:${name}`),
  );
  if (free.length > 0) {
    const options = free.map(({ name }) => `--allow ${shellWord(`unknown:${name}`)}`).join(" ");
    throw new PinError(
      `${howMany(free.length, "resource")} will have values that nobody knows yet, and the program that makes them cannot be ` +
        `pinned, because ${loose}. To let it through: ${options}`,
      free.map(({ words }) => words),
    );
  }
}

/** What differs in the program, where a review has not seen all that it makes. */
export function movedProgram(pin: Pin, files: Readonly<Record<string, string>>): string[] {
  const unknowns = unknownsOf(pin);
  const moved = movedDigests(pin.program ?? {}, digestsOf(files, pin.salt, "program"));
  if (unknowns.length === 0 || moved.length === 0) {
    return [];
  }
  const changes = shortList(moved.map(({ name, is }) => `${printable(name)} was ${is}`));
  const reviewed = shortList(unknowns.map(({ words }) => words));
  return [`the program: ${changes}. Not known at the review: ${reviewed}`];
}
