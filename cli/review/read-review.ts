import { readFile } from "node:fs/promises";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { defined, everyKind, type Kind, type Session, unless } from "pulumi-workspace-gateway/tools";
import { givenText, inPrivateFolder, unreadable } from "../files.js";
import { sessionFor } from "../gateway.js";
import { maskFor, unmaskedAfter, unmaskedFile } from "../masking.js";
import { argumentsOfConfig, argumentsOfStack, narrowingArguments } from "../pin/pulumi-arguments.js";
import { runPulumi } from "../pulumi.js";
import type { ConfigListing } from "../stack/stack-state.js";
import { exportStack, readStackConfig } from "../stacks.js";
import type { Terminal } from "../terminal.js";
import { decoded } from "../text/yaml-file.js";
import { doubtfulWorkspaces } from "./facts/resources.js";
import type { Review, UsageInput } from "./facts/review.js";
import { type ReviewInput, reviewOf } from "./facts/review-of.js";
import { readLive } from "./plan/live.js";
import type { Plan } from "./plan/plan.js";
import { readPlan } from "./plan/read-plan.js";

interface PreviewTexts {
  readonly text: string;
  /** Pulumi's own plan. Undefined if pulumi was not run. */
  readonly saved?: string;
}

export interface ReadReview extends PreviewTexts {
  readonly plan: Plan;
  readonly review: Review;
  /** Why the secrets of the stack's config are not masked. */
  readonly unmasked: string | undefined;
  /** The configuration of the stack that pulumi ran for, read once. */
  config(): Promise<ConfigListing>;
  session(): Promise<Session>;
}

export interface ReviewReading extends Pick<ReviewInput, "expectations" | "today"> {
  readonly offline?: boolean | undefined;
  /** Whether the state was already read for its secrets. */
  readonly knowsState?: boolean | undefined;
  /** Reads the account's usage, with the review's session if necessary. */
  usage?(
    plan: Plan,
    kinds: readonly Kind[],
    session: () => Promise<Session>,
  ): Promise<UsageInput | undefined>;
  /** The ids of workspaces whose unmanaged objects are read even if nothing changes in them. */
  besides?(plan: Plan, kinds: readonly Kind[]): ReadonlySet<string>;
}

/** A failed preview is not reviewed, because it is incomplete. */
export async function readReview(
  source: PreviewSource,
  terminal: Terminal,
  { offline = false, knowsState = false, besides, expectations, usage, today }: ReviewReading = {},
): Promise<ReadReview> {
  const texts = await previewTexts(source, terminal);
  const kinds = await everyKind();
  const planned = {
    ...readPlan(texts.text, kinds, texts.saved),
    ...defined({ narrowedBy: narrowingArguments(source.pulumi) }),
  };
  const config = once(() => readStackConfig(argumentsOfConfig(source.pulumi), terminal));
  const state = () => exportStack(argumentsOfStack(source.pulumi), { withSecrets: true }, terminal);
  const unmasked =
    source.file === undefined
      ? ((await unmaskedAfter(config)) ?? (knowsState ? undefined : await unmaskedAfter(state, "state")))
      : unmaskedFile;
  if (planned.errors.length > 0) {
    throw new Error(`the preview failed:\n${planned.errors.join("\n")}`);
  }
  // A preview file contains no settings, so those from the environment apply.
  const session = once(async () =>
    sessionFor(terminal, undefined, kinds, source.file === undefined ? await config() : undefined),
  );
  const around = new Set([...(besides?.(planned, kinds) ?? []), ...doubtfulWorkspaces(planned, kinds)]);
  const plan = await readLive(planned, kinds, offline ? undefined : session, around);
  return {
    ...texts,
    plan,
    review: reviewOf({
      plan,
      kinds,
      expectations,
      usage: await usage?.(plan, kinds, session),
      today,
      mask: maskFor(terminal),
      unmasked,
    }),
    unmasked,
    config,
    session,
  };
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export interface PreviewSource {
  /** `-` for standard input. If undefined, pulumi runs. */
  readonly file?: string;
  /** More arguments for `pulumi preview`. */
  readonly pulumi: readonly string[];
}

export async function previewTexts(
  { file, pulumi }: PreviewSource,
  terminal: Terminal,
  stdin: NodeJS.ReadableStream = process.stdin,
): Promise<PreviewTexts> {
  if (file === undefined) {
    return runPreview(pulumi, terminal);
  }
  return {
    text:
      file === "-"
        ? decoded(await buffer(stdin).catch(unreadable("the preview")))
        : await givenText(file, "the preview"),
  };
}

/** If a policy stops the preview, the reason is only on standard error, and the JSON is unusable. */
async function runPreview(args: readonly string[], terminal: Terminal): Promise<PreviewTexts> {
  return inPrivateFolder(async (folder) => {
    const plan = path.join(folder, "plan.json");
    const { code, stdout } = await runPulumi(
      ["preview", "--json", "--show-sames", "--non-interactive", "--save-plan", plan, ...args],
      terminal,
    );
    if (code !== 0 && !hasErrors(stdout)) {
      throw new Error(`\`pulumi preview\` failed with exit code ${code}.`);
    }
    const saved = await readFile(plan, "utf8").catch(unless("ENOENT"));
    return { text: stdout, ...defined({ saved }) };
  });
}

function hasErrors(stdout: string): boolean {
  return /^\{/m.test(stdout) && readPlan(stdout, []).errors.length > 0;
}
