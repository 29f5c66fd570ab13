import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { defined, type Io, packageVersion } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { makePin } from "../../review/pin/make-pin.js";
import { filled, type Origin, originOf } from "../../review/pin/origin.js";
import type { Pin } from "../../review/pin/pin-format.js";
import type { Subject } from "../../review/pin/subject.js";
import type { Terminal } from "../terminal.js";
import { planFileOf, writePinFiles } from "./pin-files.js";

/** How long a pin may be applied, if nobody says how long. */
export const usualAgeDays = 7;

/** What a pin is made from. */
export interface Pinned {
  readonly subject: Subject;
  /** The text of pulumi's own plan. */
  readonly plan: string;
  readonly maxAgeDays: number;
  /** How the stack was named. */
  readonly named?: string | undefined;
}

/** Writes the pin of a review. */
export async function writePin(
  file: string,
  { subject, plan: text, maxAgeDays, named }: Pinned,
  terminal: Terminal,
  { now }: Pick<Io, "now">,
): Promise<Pin> {
  const { manifest } = z
    .object({ manifest: z.object({ version: z.string() }).optional() })
    .parse(JSON.parse(text || "{}"));
  const pin = makePin(subject, {
    made: {
      at: new Date(now()).toISOString(),
      ...(await originHere(terminal)),
      package: packageVersion(),
      ...defined({ cli: manifest?.version }),
    },
    named,
    maxAgeDays,
    salt: randomBytes(16).toString("hex"),
    plan: { file: planFileOf(file), text },
  });
  await writePinFiles(file, pin, text);
  return pin;
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
  return {
    ...filled({
      by: known.by ?? (await asked("config", "user.name")),
      commit: known.commit ?? (await asked("rev-parse", "HEAD")),
      run: known.run,
    }),
  };
}
