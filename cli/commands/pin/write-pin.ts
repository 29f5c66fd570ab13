import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import path from "node:path";
import { promisify } from "node:util";
import { defined, type Io, packageVersion } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { makePin, withProgram } from "../../review/pin/make-pin.js";
import { filled, type Origin, originOf } from "../../review/pin/origin.js";
import { PinError } from "../../review/pin/pin-error.js";
import type { Pin } from "../../review/pin/pin-format.js";
import { assertBound, unknownsOf } from "../../review/pin/pin-program.js";
import { resourceTitle } from "../../review/pin/resource-title.js";
import type { Subject } from "../../review/pin/subject.js";
import { isMasked, type Mask } from "../../text/mask.js";
import { maskFor } from "../masking.js";
import type { Terminal } from "../terminal.js";
import { boundFiles } from "./bound-files.js";
import { planFileOf, writePinFiles } from "./pin-files.js";
import { namedStack, narrowingArguments, programFolder } from "./pulumi-arguments.js";

/** How long a pin may be applied, if nobody says how long. */
export const usualAgeDays = 7;

/** What a pin is made from. */
export interface Pinned {
  readonly subject: Subject;
  /** The text of pulumi's own plan. */
  readonly plan: string | undefined;
  readonly maxAgeDays: number;
  /** What was handed on to pulumi. */
  readonly pulumi: readonly string[];
  /** The rules, with the names, that a person has let through. */
  readonly permits: readonly string[];
  /** What the review told as broken of what is expected. */
  readonly unmet?: readonly string[];
  /** The files that the review writes. */
  readonly written?: readonly string[];
}

/** Writes the pin of a review. Throws a `PinError` if it would not bind all that was reviewed. */
export async function writePin(
  file: string,
  { subject, plan: text, maxAgeDays, pulumi, permits, unmet, written = [] }: Pinned,
  terminal: Terminal,
  { now }: Pick<Io, "now">,
): Promise<Pin> {
  if (text === undefined) {
    throw new Error("pulumi wrote no plan, so nothing can be pinned.");
  }
  const { manifest } = z
    .object({ manifest: z.object({ version: z.string() }).optional() })
    .parse(JSON.parse(text));
  const made = makePin(subject, {
    made: {
      at: new Date(now()).toISOString(),
      ...(await originHere(terminal)),
      package: packageVersion(),
      ...defined({ cli: manifest?.version }),
    },
    named: namedStack(pulumi),
    narrowedBy: narrowingArguments(pulumi),
    maxAgeDays,
    unmet,
    salt: randomBytes(16).toString("hex"),
    plan: { file: planFileOf(file), text },
  });
  const outputs = written.map((each) => path.resolve(each));
  const pin = await bound(made, programFolder(pulumi), outputs, permits);
  assertNoSecrets(text, pin, maskFor(terminal));
  await writePinFiles(file, pin, text);
  return pin;
}

/** Neither file may be masked: the plan has to stay as pulumi wrote it, and every apply compares the pin. */
function assertNoSecrets(plan: string, { options, unmet = [], unread }: Pin, mask: Mask): void {
  const { resourcePlans = {} } = z
    .looseObject({ resourcePlans: z.record(z.string(), z.json()).optional() })
    .parse(JSON.parse(plan));
  // Pulumi encrypts only what the program marks as a secret.
  const open = Object.entries(resourcePlans).filter(([urn, planned]) => isMasked({ [urn]: planned }, mask));
  if (open.length > 0) {
    throw new PinError(
      "pulumi's plan would have secrets in plain text. Read them with `config.requireSecret`, or wrap them in `pulumi.secret`",
      open.map(([urn]) => resourceTitle(urn)),
    );
  }
  const sentences = [...options.map(({ words }) => words), ...unmet, ...unread];
  const openSentences = sentences.filter((each) => isMasked(each, mask));
  if (openSentences.length > 0) {
    throw new PinError(
      "the pin would have secrets in plain text. Take them out of these names",
      openSentences,
    );
  }
}

/** What nobody knows before the `up` is up to the program: then the pin has that, too. */
async function bound(
  pin: Pin,
  folder: string,
  written: readonly string[],
  permits: readonly string[],
): Promise<Pin> {
  if (unknownsOf(pin).length === 0) {
    return pin;
  }
  const { digests, loose } = await boundFiles(folder, written);
  if (loose !== undefined) {
    assertBound(pin, loose, permits);
  }
  return withProgram(
    pin,
    digests,
    written.map((file) => path.relative(folder, file)),
  );
}

/** Who works here on which commit: by the pipeline's word, or by git's, if there is one. */
async function originHere({ env }: Pick<Terminal, "env">): Promise<Origin> {
  const asked = async (...args: string[]) => {
    try {
      return (await promisify(execFile)("git", args, { env: { ...env } })).stdout.trim();
    } catch {
      return undefined; // no git, or no checkout: the pin says less
    }
  };
  const known = originOf(env);
  return filled({
    by: known.by ?? (await asked("config", "user.name")),
    commit: known.commit ?? (await asked("rev-parse", "HEAD")),
    run: known.run,
  });
}
