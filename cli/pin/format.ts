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

/** A digest of each value by its name; null stands for a value that is not known before the `up`. */
const digests = z.record(z.string(), z.string().nullable());

const operations = ["create", "update", "replace", "delete", "other"] as const;

const schema = z.strictObject({
  format: z.literal(pinFormat),
  project: z.string(),
  stack: z.string(),
  /** How the review named the stack, such as `my-org/prod`; left out if it was the one that was selected. */
  named: z.string().optional(),
  /** The arguments that narrowed the review to a part of the stack. */
  narrowedBy: z.array(z.string()).optional(),
  /** When it was made, by whom, of which commit, in which run of a pipeline, and with what. */
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
  /** Goes into every digest, so that digests of two pins cannot be compared. */
  salt: z.hex(),
  /** The stack's configuration, by key; a secret one counts as `[secret]` here. */
  config: digests,
  secrets: z.string(),
  /** The accounts on gateways, by the marks that states keep of them; one for each connection. */
  accounts: z.array(
    z.strictObject({
      connection: z.string().optional(),
      gateway: z.string(),
      account: z.string().optional(),
    }),
  ),
  /** The state of the stack: a digest of each resource, and when the last run began that changed something. */
  state: z.strictObject({ resources: digests, lastRun: z.string().optional() }),
  /** The program's files, by their paths: where a planned value is not known before the `up`, they say what it can be. */
  program: digests.optional(),
  /** The files that the review has written, as seen from the program: none of the program's. */
  written: z.array(z.string()).optional(),
  /** What was reviewed: every resource that does not stay as it is, with its planned inputs. */
  steps: z.array(z.strictObject({ urn: z.string(), operation: z.enum(operations), values: digests })),
  /** What was reviewed of options, names and exports, which only the state has. */
  options: z.array(z.strictObject({ urn: z.string(), words: z.string() })),
  /** The lines of the file of expectations that the review shows as broken. */
  unmet: z.array(z.string()).optional(),
  /** What it rests on: every object of the gateway, as it was read for the review. */
  live: z.record(z.string(), digests),
  /** What could not be read of it. */
  unread: z.array(z.string()),
});

/** A review that can be applied. It holds no value of any object, and no secret. */
export type Pin = z.infer<typeof schema>;

/** Reads the text of a pin. Throws a {@link PinError} that says what is wrong with it. */
export function readPin(text: string): Pin {
  const written = jsonIn(text);
  if (written === undefined) {
    throw new PinError("it is not a pin, or it is damaged (invalid JSON)");
  }
  const { data: head } = z.object({ format: z.number() }).safeParse(written);
  if (head !== undefined && head.format !== pinFormat) {
    throw new PinError(
      `it has the format ${head.format}, and this release reads only ${pinFormat}: apply it with the release of ` +
        "pulumi-workspace-gateway that wrote it, or review again",
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

/** A pin cannot be applied: nothing was done. The differences are a sentence each. */
export class PinError extends Error {
  override readonly name = "PinError";
  readonly differences: readonly string[];

  constructor(message: string, differences: readonly string[] = []) {
    super(printable(message));
    this.differences = differences;
  }

  /** The message, and the differences as a list. */
  get text(): string {
    return [`${this.message}.`, ...this.differences.map((difference) => `- ${difference}`)].join("\n");
  }
}

type Digests = Readonly<Record<string, string | null>>;

/** A digest of each value. `place` says where they are, so that the same value elsewhere has another digest. */
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
 * One digest of all secrets together. It is slow to make, and who would guess one secret has to guess all:
 * a pin may be read by people who must not know them.
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
      const is = isAdded ? "added" : Object.hasOwn(now, name) ? "changed" : "taken away";
      return { name, is } as const;
    });
}

/** What people call a resource: `Model gpt`. */
export function resourceTitle(urn: string): string {
  const { type, name } = partsOf(urn);
  return printable(`${type.split(":").at(-1) ?? ""} ${name}`.trim());
}
