import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** Which secrets show in a text, in whatever spelling: in words, without the secret. */
export function shown(secrets: readonly string[], texts: readonly string[]): string[] {
  return secrets.flatMap((secret, index) =>
    Object.entries(spellings(secret))
      .filter(([, spelled]) => texts.some((text) => spelled.some((form) => text.includes(form))))
      .map(([how]) => `secret ${index + 1} (${secret.slice(0, 3)}…), ${how}`),
  );
}

function spellings(secret: string): Record<string, string[]> {
  return {
    plain: [secret],
    "in JSON": [JSON.stringify(secret).slice(1, -1)],
    "URL-encoded": [encodeURIComponent(secret), encodeURI(secret)],
    hexadecimal: [Buffer.from(secret).toString("hex")],
    base64: [0, 1, 2].flatMap((offset) => {
      const inside = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]).toString("base64");
      // What stands before and behind the secret changes the first and the last signs.
      const core = inside.slice(offset === 0 ? 0 : offset + 1, -4);
      return [core, core.replaceAll("+", "-").replaceAll("/", "_")];
    }),
  };
}

/** What the program reads: it declares the keys, so they stand there. */
const ofProgram = new Set(["objects.json"]);

/**
 * The texts of all files in a project's folder: state, backups and history in its backend, pulumi's own folder, and the copies that
 * `recover` keeps beside the program.
 */
export async function written(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !ofProgram.has(entry.name));
  return Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name), "utf8")));
}

/** With which sentence `up` says that something was perhaps made that nobody can find. */
const byUp = (kind: string) =>
  "The gateway may have created the object, but it cannot be looked up. " +
  `The next \`pulumi up\` creates another ${kind}.`;

/** With which sentence `recover` says it, and with which `destroy` that what it gives up goes on: the next `up` makes another. */
const byOthers: Readonly<Record<string, RegExp>> = {
  Invitation:
    /: an invitation in the workspace \S+ may have been created since [^,]+, but no resource manages it: |: its link can be redeemed until it expires, because the API cannot revoke it\./,
  GatewayKey:
    /: a gateway key in the workspace \S+ may have been created since [^,]+, but no resource manages it: |: the key works until it expires, because the API cannot revoke it\./,
};

/**
 * What was issued twice although no run said so, in the very sentence that says it. One run can tell of one: a stack declares one of
 * each kind.
 */
export function untold(issuedTwice: readonly string[], outputs: readonly string[]): string[] {
  return [...new Set(issuedTwice)].flatMap((kind) => {
    const times = issuedTwice.filter((each) => each === kind).length;
    const told = outputs.filter((text) => text.includes(byUp(kind)) || byOthers[kind]?.test(text)).length;
    return told >= times ? [] : [`${times} more of ${kind} than the state has, and ${told} runs told of one`];
  });
}

/** Looks at every fault that was ever set, and asks the scenario for the rest: what did not happen has proven nothing. */
export function strikes(scenario: Scenario, stage: Stage) {
  const book = stage.gateway.faults.book.filter((set) => !stage.spare.has(set));
  const seen = scenario.seen?.(stage);
  const missed = book
    .filter((set) => set.hits === 0)
    .map(({ fault }) => `this fault hit nothing: ${inWords(fault)}`);
  if (seen === 0) missed.push("what this row is about was not seen to happen");
  const isSilent = seen === undefined && scenario.calm !== true;
  if (isSilent && scenario.variants !== undefined)
    missed.push("nothing shows that its variants have mattered");
  else if (isSilent && book.length === 0)
    missed.push("it has set no fault, and nothing shows what went wrong");
  return { hits: book.reduce((sum, set) => sum + set.hits, seen ?? 0), missed };
}

function inWords(fault: object): string {
  return JSON.stringify(fault, (_, value: unknown) => (value instanceof RegExp ? String(value) : value));
}
