import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { defined, type Io, messageOf, packageVersion } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { givenText, writeWhole } from "../files.js";
import { maskFor } from "../masking.js";
import type { Terminal } from "../terminal.js";
import { isMasked, type Mask } from "../text/mask.js";
import { sha256 } from "../text/own-version.js";
import { dayMs } from "../text/words.js";
import { boundFiles } from "./bound-files.js";
import {
  digestsOf,
  type Pin,
  PinError,
  pinFormat,
  pinText,
  readPin,
  resourceTitle,
  secretsDigest,
} from "./format.js";
import { assertBound, unknownsOf } from "./moves.js";
import { namedStack, narrowingArguments, programFolder } from "./pulumi-arguments.js";
import type { Subject } from "./subject.js";

/** Number of days for which a pin is valid without `--max-age`. */
export const usualAgeDays = 7;

interface Pinned {
  readonly subject: Subject;
  /** The text of Pulumi's own plan. Undefined if pulumi wrote none. */
  readonly plan: string | undefined;
  readonly maxAgeDays: number;
  readonly pulumi: readonly string[];
  /** The permitted rules, such as `unknown:NAME`. */
  readonly permits: readonly string[];
  readonly unmet: string[];
  readonly written: readonly string[];
}

/** Throws a `PinError` if the pin would not bind the whole review, or would contain secrets. */
export async function writePin(
  file: string,
  { plan: text, permits, written, ...reviewed }: Pinned,
  terminal: Terminal,
  { now }: Pick<Io, "now">,
): Promise<Pin> {
  if (text === undefined) {
    throw new Error("pulumi wrote no plan, so nothing can be pinned.");
  }
  const { manifest } = z
    .object({ manifest: z.object({ version: z.string() }).optional() })
    .parse(JSON.parse(text));
  const made = makePin(reviewed, {
    made: {
      at: new Date(now()).toISOString(),
      ...(await originHere(terminal)),
      package: packageVersion(),
      ...defined({ cli: manifest?.version }),
    },
    salt: randomBytes(16).toString("hex"),
    plan: { file: `${path.basename(file)}.plan.json`, sha256: sha256(text) },
  });
  const outputs = written.map((each) => path.resolve(each));
  const pin = await bound(made, programFolder(reviewed.pulumi), outputs, permits);
  assertNoSecrets(text, pin, maskFor(terminal));
  // Only the user may read the files, because a plan contains the values that the program declares.
  await writeWhole(path.join(path.dirname(file), pin.plan.file), text, 0o600);
  await writeWhole(file, pinText(pin), 0o600);
  return pin;
}

/** Neither file may be masked: pulumi needs its plan, and an apply compares the pin with a new plan. */
function assertNoSecrets(plan: string, { options, unmet = [], unread }: Pin, mask: Mask): void {
  const { resourcePlans = {} } = z
    .looseObject({ resourcePlans: z.record(z.string(), z.json()).optional() })
    .parse(JSON.parse(plan));
  // Pulumi encrypts only what the program marks as a secret.
  const open = Object.entries(resourcePlans).filter(([urn, planned]) => isMasked({ [urn]: planned }, mask));
  if (open.length > 0) {
    throw new PinError(
      "pulumi's plan would contain secrets in plain text. Read them with `config.requireSecret`, or wrap them in `pulumi.secret`",
      open.map(([urn]) => resourceTitle(urn)),
    );
  }
  const sentences = [...options.map(({ words }) => words), ...unmet, ...unread];
  const openSentences = sentences.filter((each) => isMasked(each, mask));
  if (openSentences.length > 0) {
    throw new PinError(
      "the pin would contain secrets in plain text. Remove them from these names",
      openSentences,
    );
  }
}

/** Binds the program's files if they determine values that are unknown before the `up`. */
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
  const files = written.map((file) => path.relative(folder, file));
  return withProgram(pin, digests, files);
}

async function originHere({ env }: Pick<Terminal, "env">): Promise<Origin> {
  const git = async (...args: string[]) => {
    try {
      return (await promisify(execFile)("git", args, { env: { ...env } })).stdout.trim();
    } catch {
      return undefined; // no git, or no checkout
    }
  };
  const known = originOf(env);
  return filled({
    by: known.by ?? (await git("config", "user.name")),
    commit: known.commit ?? (await git("rev-parse", "HEAD")),
    run: known.run,
  });
}

export function makePin(
  { subject, maxAgeDays, pulumi, unmet }: Omit<Pinned, "plan" | "permits" | "written">,
  { made, salt, plan }: Pick<Pin, "made" | "salt" | "plan">,
): Pin {
  const byUrn = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]) => (a < b ? -1 : 1);
  return {
    format: pinFormat,
    project: subject.project,
    stack: subject.stack,
    ...defined({ named: namedStack(pulumi), narrowedBy: narrowingArguments(pulumi) }),
    made,
    expires: new Date(Date.parse(made.at) + maxAgeDays * dayMs).toISOString(),
    plan,
    salt,
    config: digestsOf(subject.config, salt, "config"),
    secrets: secretsDigest(subject.secrets, salt),
    accounts: [...subject.accounts],
    state: {
      resources: digestsOf(Object.fromEntries(subject.recorded), salt, "state"),
      ...defined({ lastRun: subject.lastRun }),
    },
    steps: [...subject.steps]
      .sort(byUrn)
      .map(([urn, { operation, values }]) => ({ urn, operation, values: digestsOf(values, salt, urn) })),
    options: subject.options.map(({ urn, words }) => ({ urn, words })),
    ...defined({ unmet: unmet.length === 0 ? undefined : unmet }),
    live: Object.fromEntries(
      [...subject.live].sort(byUrn).map(([urn, values]) => [urn, digestsOf(values, salt, urn)]),
    ),
    unread: [...subject.unread],
  };
}

/** Also binds the program's files, except those that the review wrote. */
export function withProgram(
  pin: Pin,
  files: Readonly<Record<string, string>>,
  written: readonly string[] = [],
): Pin {
  return { ...pin, program: digestsOf(files, pin.salt, "program"), written: [...written] };
}

type Origin = Pick<Pin["made"], "by" | "commit" | "run">;

/** Empty outside GitHub Actions and GitLab CI. */
export function originOf(env: Terminal["env"]): Origin {
  if (env.GITHUB_ACTIONS === "true") {
    const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: repository, GITHUB_RUN_ID: run } = env;
    const isKnown = server && repository && run;
    return filled({
      by: env.GITHUB_ACTOR,
      commit: env.GITHUB_SHA,
      run: isKnown ? `${server}/${repository}/actions/runs/${run}` : undefined,
    });
  }
  if (env.GITLAB_CI === "true") {
    return filled({ by: env.GITLAB_USER_LOGIN, commit: env.CI_COMMIT_SHA, run: env.CI_JOB_URL });
  }
  return {};
}

function filled(origin: Origin): Origin {
  return Object.fromEntries(Object.entries(origin).filter(([, text]) => text !== undefined && text !== ""));
}

/** Throws a {@link PinError} if the pin is invalid, or the plan beside it was changed. */
export async function readPinFiles(file: string): Promise<{ pin: Pin; plan: string }> {
  const pin = readPin(await givenText(file, "the pin"));
  const plan = await readFile(path.join(path.dirname(file), pin.plan.file), "utf8").catch(
    (error: unknown) => {
      throw new PinError(`pulumi's plan beside the pin cannot be read: ${messageOf(error)}`);
    },
  );
  if (sha256(plan) !== pin.plan.sha256) {
    throw new PinError(`${pin.plan.file} is not the plan that was reviewed: its digest differs`);
  }
  return { pin, plan };
}
