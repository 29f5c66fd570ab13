import { homedir, userInfo } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { jsonIn } from "pulumi-workspace-gateway/tools";
import { z } from "zod";
import { type Machine, type Ran, whyItFailed } from "../machine.js";
import type { PulumiProject } from "../project/pulumi-project.js";
import type { Fact } from "../table.js";

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
export function backendOf(ran: Ran, from: string): Fact<Backend> {
  if (ran.code !== 0) {
    return { why: `the state backend cannot be used: ${whyItFailed(ran)}` };
  }
  const { data } = printed.safeParse(jsonIn(ran.stdout));
  if (data === undefined) {
    return { why: "`pulumi whoami` printed no JSON" };
  }
  const { url, user } = data;
  return { known: { url, user, folder: folderOfBackend(url, from) } };
}

const inFolder = "file://";

/** The folder that the address of a backend means to a pulumi that runs in a folder; undefined if it means none. */
export function folderOfBackend(url: string, from: string, home = ownHome()): string | undefined {
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

/**
 * The address of the backend, where the environment or the project says it: pulumi takes it before the one that the user has
 * signed in to.
 */
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
