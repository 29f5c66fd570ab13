import { defined } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { givenText } from "../given-file.js";
import { type Terminal, UsageError } from "../terminal.js";

export interface RecoverOptions {
  readonly stack?: string;
  readonly yes?: true;
  readonly dryRun?: true;
  readonly since?: string;
  /** A file with a preview. */
  readonly preview?: string;
  readonly json?: true;
}

/** What the user wants, once the command line makes sense. */
export interface RecoverWish {
  readonly stack: string | undefined;
  /** In milliseconds. */
  readonly since: number | undefined;
  /** The text of a preview. */
  readonly preview: string | undefined;
  readonly dryRun: boolean;
  /** Nobody is asked: all is agreed to. */
  readonly yes?: true;
  /** Whether to do something that was told. */
  agrees(question: string): Promise<boolean>;
}

const zoned = z.iso.datetime({ offset: true });

export async function readWish(options: RecoverOptions, terminal: Terminal): Promise<RecoverWish> {
  const { stack, yes, dryRun = false, since, preview, json } = options;
  if (!dryRun && yes !== true && (!terminal.interactive || json === true)) {
    throw new UsageError(
      "nobody can be asked here: give --yes to recover, or --dry-run to see what would be done",
    );
  }
  if (since !== undefined && !zoned.safeParse(since).success) {
    throw new UsageError("--since must be an ISO 8601 time with its zone, such as 2026-01-31T12:00:00Z");
  }
  return {
    stack,
    since: since === undefined ? undefined : Date.parse(since),
    preview: preview === undefined ? undefined : await givenText(preview),
    dryRun,
    ...defined({ yes }),
    agrees: async (question) => !dryRun && (yes === true || (await terminal.confirm(question))),
  };
}
