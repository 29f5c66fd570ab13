import { messageOf, redactor } from "pulumi-workspace-gateway/tools";
import type { ProgramSecrets } from "./export/exported-program.js";
import type { NewFile } from "./files.js";
import type { Terminal } from "./terminal.js";
import { type Mask, maskPasswords } from "./text/mask.js";
import { shortList } from "./text/words.js";

/** Masks passwords in URLs, and the secrets of all configs and states that have been read so far. */
export function maskFor({ secrets = [] }: Pick<Terminal, "secrets">): Mask {
  const mask = redactor(secrets.map(({ text }) => text));
  const known = new Map<string, string>();
  return (text) => {
    const shown = known.get(text) ?? mask(text);
    known.set(text, shown);
    return shown;
  };
}

export function programSecrets(
  terminal: Pick<Terminal, "secrets">,
  project: string | undefined,
): ProgramSecrets {
  const { secrets = [] } = terminal;
  const own = secrets.filter(({ key, isWhole }) => isWhole && key.startsWith(`${project}:`));
  return {
    mask: maskFor(terminal),
    keys: new Map(own.map(({ key, text }) => [text, key.slice(`${project}:`.length)])),
  };
}

/** If a secret in the program, such as in a name, were masked, `up` would apply the mask. */
export function assertNoSecrets(files: readonly NewFile[], mask: Mask): void {
  const open = files.filter(({ path, text }) => mask(path) !== path || mask(text) !== text);
  if (open.length > 0) {
    const names = shortList(open.map(({ path }) => mask(path)));
    throw new Error(
      `${names} would contain a secret in plain text, so nothing was written. Remove the secret from the names on the gateway, or exclude the objects with these names.`,
    );
  }
}

/** Masks notes only. Results are masked when they are printed, because masked values cannot be compared. */
export function maskingTerminal(terminal: Terminal): Terminal {
  const secrets: NonNullable<Terminal["secrets"]> = [];
  let known = 0;
  let mask = maskPasswords;
  const show = (line: string) => {
    if (secrets.length !== known) {
      known = secrets.length;
      mask = maskFor({ secrets });
    }
    return mask(line);
  };
  return {
    ...terminal,
    secrets,
    note: (line) => terminal.note(show(line)),
    progress: (line) => terminal.progress(show(line)),
  };
}

/** The values are only needed to mask secrets, so a failure is returned as a note. */
export async function unmaskedAfter(
  reading: () => Promise<unknown>,
  what: "config" | "state" = "config",
): Promise<string | undefined> {
  return reading().then(
    () => undefined,
    (error: unknown) => unmaskedBecause(error, what),
  );
}

export function unmaskedBecause(error: unknown, what: "config" | "state" = "config"): string {
  return `The stack's ${what} could not be read, so its secrets are not masked here: ${messageOf(error)}`;
}

/** A note for commands without a stack. A preview does not show which old values were secrets. */
export const unmaskedFile =
  "The stack's config was not read, so its secrets are not masked here. Only passwords in URLs and values that a state marks as secret are masked.";

/** Prints a note that secrets are not masked, if the command's output has no place for it. */
export function noteUnmasked(
  accounts: readonly { readonly unmasked?: string | undefined }[],
  terminal: Pick<Terminal, "note">,
): void {
  for (const why of new Set(accounts.flatMap(({ unmasked }) => unmasked ?? []))) {
    terminal.note(why);
  }
}
