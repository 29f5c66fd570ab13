import { homedir, userInfo } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { jsonIn, shellWord } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { type Machine, type Ran, whyItFailed } from "./machine.js";
import type { PulumiProject } from "./pulumi-project.js";
import { NotKnown } from "./table.js";

/** Where pulumi keeps the state of stacks. */
export interface Backend {
  readonly url: string;
  readonly user: string;
  /** The folder of a file backend: what pulumi writes is in `.pulumi` of it. */
  readonly folder: string | undefined;
}

const printed = z.looseObject({ url: z.string(), user: z.string() });

/**
 * Reads what `pulumi whoami --verbose --json` printed. It repeats the address as it was given to it.
 *
 * @param from - the folder that pulumi ran in
 */
export function backendOf(ran: Ran, from: string): Backend | NotKnown {
  if (ran.code !== 0) {
    return new NotKnown(`the state backend cannot be used: ${whyItFailed(ran)}`);
  }
  const { data } = printed.safeParse(jsonIn(ran.stdout));
  return data === undefined
    ? new NotKnown("`pulumi whoami` printed no JSON")
    : { url: data.url, user: data.user, folder: folderOfBackend(data.url, from) };
}

/** The folder that the address of a backend means to a pulumi that runs in a folder; undefined if it means none. */
export function folderOfBackend(url: string, from: string, home = ownHome()): string | undefined {
  const inFolder = "file://";
  if (!url.startsWith(inFolder)) {
    return undefined;
  }
  const [rest = ""] = url.slice(inFolder.length).split(/[?#]/);
  if (rest.startsWith("/")) {
    return path.resolve(fileURLToPath(`${inFolder}${rest}`));
  }
  const place = rest.startsWith("~") ? path.join(home, rest.slice(2)) : rest;
  return decodeURIComponent(path.resolve(from, place));
}

/** Pulumi takes the one that the system has for the user, whatever HOME says. */
function ownHome(): string {
  try {
    return userInfo().homedir;
  } catch {
    return homedir(); // the system does not know the user
  }
}

/** The address that the environment or the project gives: pulumi prefers it to the backend that the user has signed in to. */
export function backendSaid(
  env: Machine["env"],
  { backend }: Pick<PulumiProject, "backend">,
): string | undefined {
  return env.PULUMI_BACKEND_URL || backend;
}

/** Whether a service keeps the stacks. It leaves no locks, and says itself whether an update is in progress. */
export function isHosted(url: string): boolean {
  return /^https?:/.test(url);
}

/** `organization/project/stack` is the same stack as `stack`. */
export function stackWithoutOrganization(stack: string): string {
  return stack.split("/").at(-1) ?? stack;
}

/** The project in a name with all its parts; undefined if the name has none. */
export function projectInName(stack: string): string | undefined {
  const parts = stack.split("/");
  return parts.length === 3 ? parts[1] : undefined;
}

/**
 * The command that settles what a killed run has left.
 *
 * @param since - when the run began, in milliseconds, if the command cannot find it out itself
 */
export function recoverCommand(stack: string, since?: number): string {
  const from = since === undefined ? "" : ` --since ${new Date(since).toISOString()}`;
  return `npx workspace-gateway recover --stack ${shellWord(stack)}${from}`;
}

/** Commands to run one after another, as part of a sentence. */
export function inSentence(commands: readonly string[]): string {
  const quoted = commands.map((command) => `\`${command}\``);
  const last = quoted.slice(-1);
  return quoted.length < 2 ? last.join("") : `${quoted.slice(0, -1).join(", ")} and then ${last.join("")}`;
}
