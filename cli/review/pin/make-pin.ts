import { defined } from "pulumi-workspace-gateway/tools";
import { sha256 } from "../../text/sha256.js";
import { digestsOf, secretsDigest } from "./digest.js";
import { type Pin, pinFormat } from "./pin-format.js";
import type { Subject } from "./subject.js";

/** What a pin says besides what is reviewed. */
export interface PinOccasion {
  readonly made: Pin["made"];
  readonly named?: string | undefined;
  readonly narrowedBy?: string[] | undefined;
  readonly maxAgeDays: number;
  /** What the review told as broken of what is expected. */
  readonly unmet?: readonly string[] | undefined;
  /** Random, in hexadecimal digits. */
  readonly salt: string;
  /** Pulumi's own plan: the name of its file beside the pin, and its text. */
  readonly plan: { readonly file: string; readonly text: string };
}

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** Pins a review: digests of what is planned, and of the live state that it rests on. */
export function makePin(
  subject: Subject,
  { made, named, narrowedBy, maxAgeDays, unmet = [], salt, plan }: PinOccasion,
): Pin {
  return {
    format: pinFormat,
    project: subject.project,
    stack: subject.stack,
    ...defined({ named, narrowedBy }),
    made,
    expires: new Date(Date.parse(made.at) + maxAgeDays * dayMilliseconds).toISOString(),
    plan: { file: plan.file, sha256: sha256(plan.text) },
    salt,
    config: digestsOf(subject.config, salt, "config"),
    secrets: secretsDigest(subject.secrets, salt),
    accounts: [...subject.accounts],
    state: {
      resources: digestsOf(Object.fromEntries(subject.recorded), salt, "state"),
      ...defined({ lastRun: subject.lastRun }),
    },
    steps: [...subject.steps]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([urn, { operation, values }]) => ({ urn, operation, values: digestsOf(values, salt, urn) })),
    options: subject.options.map(({ urn, words }) => ({ urn, words })),
    ...defined({ unmet: unmet.length === 0 ? undefined : [...unmet] }),
    live: Object.fromEntries(
      [...subject.live]
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([urn, values]) => [urn, digestsOf(values, salt, urn)]),
    ),
    unread: [...subject.unread],
  };
}

/** The same pin, which also binds the files of the program, apart from those that the review has written. */
export function withProgram(
  pin: Pin,
  files: Readonly<Record<string, string>>,
  written: readonly string[] = [],
): Pin {
  return { ...pin, program: digestsOf(files, pin.salt, "program"), written: [...written] };
}
