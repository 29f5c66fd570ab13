import { createHmac, scryptSync } from "node:crypto";
import {
  canonical,
  hasUnknown,
  type Json,
  jsonIn,
  printable,
  type Values,
} from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { partsOf } from "../stack/stack-state.js";
import { clipped } from "../text/words.js";

export const pinFormat = 2;

/** A digest of each value, by name. Null if the value is unknown before the `up`. */
const digests = z.record(z.string(), z.string().nullable());

const operations = ["create", "update", "replace", "delete", "other"] as const;

const schema = z.strictObject({
  format: z.literal(pinFormat),
  project: z.string(),
  stack: z.string(),
  /** As the review's arguments named the stack. If undefined, the selected stack. */
  named: z.string().optional(),
  /** The pulumi arguments that limited the review to part of the stack. */
  narrowedBy: z.array(z.string()).optional(),
  /** `run` is the pipeline run. `package` and `cli` are the versions of this package and of pulumi. */
  made: z.strictObject({
    at: z.iso.datetime(),
    by: z.string().optional(),
    commit: z.string().optional(),
    run: z.string().optional(),
    package: z.string(),
    cli: z.string().optional(),
  }),
  expires: z.iso.datetime(),
  /** Pulumi's own plan, a file beside the pin. */
  plan: z.strictObject({ file: z.string().regex(/^[^/\\]+$/), sha256: z.hex() }),
  /** The salt is part of every digest, so the digests of two pins cannot be compared. */
  salt: z.hex(),
  /** The stack's configuration by key, with each secret as `[secret]`. */
  config: digests,
  secrets: z.string(),
  /** The gateway and account of each connection, identified by the marks in the state. */
  accounts: z.array(
    z.strictObject({
      connection: z.string().optional(),
      gateway: z.string(),
      account: z.string().optional(),
    }),
  ),
  /** A digest of each resource, and the start time of the last run that changed something. */
  state: z.strictObject({ resources: digests, lastRun: z.string().optional() }),
  /** The program's files by path. They bind planned values that are unknown before the `up`. */
  program: digests.optional(),
  /** Files that the review wrote, relative to the program. They are not part of the program. */
  written: z.array(z.string()).optional(),
  /** Every resource that changes, with its planned inputs. */
  steps: z.array(z.strictObject({ urn: z.string(), operation: z.enum(operations), values: digests })),
  /** Changes to options, names and exports, which exist only in the state. */
  options: z.array(z.strictObject({ urn: z.string(), words: z.string() })),
  /** The expectations that the review reported as not met. */
  unmet: z.array(z.string()).optional(),
  /** Every object on the gateway, as the review read it. */
  live: z.record(z.string(), digests),
  /** The parts of the gateway that the review could not read, one sentence each. */
  unread: z.array(z.string()),
});

/** A review that can be applied. It contains no object values or secrets. */
export type Pin = z.infer<typeof schema>;

/** Throws a {@link PinError} that explains why the text is invalid. */
export function readPin(text: string): Pin {
  const written = jsonIn(text);
  if (written === undefined) {
    throw new PinError("it is not a pin, or it is damaged (invalid JSON)");
  }
  const { data: head } = z.object({ format: z.number() }).safeParse(written);
  if (head !== undefined && head.format !== pinFormat) {
    throw new PinError(
      `it has the format ${head.format}, but this release reads only ${pinFormat}. Apply it with the release of ` +
        "pulumi-workspace-gateway that wrote it, or run the review again",
    );
  }
  const pin = schema.safeParse(written);
  if (!pin.success) {
    const problems = z.prettifyError(pin.error).replace(/\s+/g, " ");
    throw new PinError(`it is not a pin, or it is damaged: ${clipped(problems, 500)}`);
  }
  return pin.data;
}

export function pinText(pin: Pin): string {
  return `${JSON.stringify(pin, undefined, 1)}\n`;
}

/** Thrown if a pin cannot be applied, before anything is changed. Each difference is one sentence. */
export class PinError extends Error {
  override readonly name = "PinError";
  readonly differences: readonly string[];

  constructor(message: string, differences: readonly string[] = []) {
    super(printable(message));
    this.differences = differences;
  }

  get text(): string {
    return [`${this.message}.`, ...this.differences.map((difference) => `- ${difference}`)].join("\n");
  }
}

type Digests = Readonly<Record<string, string | null>>;

/** A digest of each value. `place` is part of it, so an equal value elsewhere has a different digest. */
export function digestsOf(values: Values, salt: string, place: string): Digests {
  return Object.fromEntries(
    Object.entries(values)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, value]) => [
        name,
        hasUnknown(value)
          ? null
          : createHmac("sha256", Buffer.from(salt, "hex"))
              .update(JSON.stringify([place, name, canonical(value)]))
              .digest("base64url"),
      ]),
  );
}

/**
 * All secrets share one slow digest, so guessing one secret requires guessing all of them. A pin may be
 * read by people who must not know the secrets.
 */
export function secretsDigest(secrets: Readonly<Record<string, Json>>, salt: string): string {
  if (Object.keys(secrets).length === 0) {
    return "none";
  }
  return scryptSync(canonical({ ...secrets }), Buffer.from(salt, "hex"), 32, {
    N: 2 ** 15,
    r: 8,
    p: 1,
    maxmem: 2 ** 26,
  }).toString("base64url");
}

export function movedDigests(before: Digests, now: Digests) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return names
    .filter((name) => before[name] !== now[name])
    .map((name) => {
      const isAdded = !Object.hasOwn(before, name);
      const is = isAdded ? "added" : Object.hasOwn(now, name) ? "changed" : "removed";
      return { name, is } as const;
    });
}

/** A title such as `Model gpt`. */
export function resourceTitle(urn: string): string {
  const { type, name } = partsOf(urn);
  return printable(`${type.split(":").at(-1) ?? ""} ${name}`.trim());
}
