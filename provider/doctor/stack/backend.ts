import { constants } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { about, capital, type Diagnosis } from "../diagnosis.js";
import type { Fact } from "../fact.js";
import { type Ran, whyItFailed } from "../machine.js";

/** Where pulumi keeps the state of stacks. */
export interface Backend {
  readonly url: string;
  readonly user: string;
  /** The folder of a file backend: what pulumi writes is in `.pulumi` of it. */
  readonly folder: string | undefined;
}

const printed = z.looseObject({ url: z.string(), user: z.string() });

/** Reads what `pulumi whoami --verbose --json` printed. */
export function backendOf(ran: Ran, home: string | undefined): Fact<Backend> {
  if (ran.code !== 0) {
    return { why: `the state backend cannot be used: ${whyItFailed(ran)}` };
  }
  const { url, user } = printed.parse(JSON.parse(ran.stdout));
  return { known: { url, user, folder: folderOf(url, home) } };
}

function folderOf(url: string, home = ""): string | undefined {
  if (!url.startsWith("file://")) {
    return undefined;
  }
  const rest = url.slice("file://".length);
  if (rest.startsWith("~")) {
    return path.join(home, rest.slice(1));
  }
  return rest.startsWith("/") ? fileURLToPath(url) : undefined;
}

const check = about("state backend");

export async function judgeBackend(backend: Fact<Backend>): Promise<Diagnosis> {
  if ("why" in backend) {
    return check.problem({
      found: `${capital(backend.why)}.`,
      means: "No stack can be read or written.",
      remedy:
        "Run `pulumi login`, or set PULUMI_BACKEND_URL, and for Pulumi's own service PULUMI_ACCESS_TOKEN.",
    });
  }
  const { url, user, folder } = backend.known;
  const facts = { url: withoutPassword(url), user };
  const found = `Stacks are in ${facts.url}, as ${user}.`;
  if (folder === undefined || (await isWritable(folder))) {
    return check.ok({ found, facts });
  }
  return check.problem({
    found: `${found} Its folder cannot be written to.`,
    means: "An `up` would fail before its first request.",
    remedy: `Give this user the right to write to ${folder}.`,
    facts,
  });
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}

/** A backend that was never used has no `.pulumi` yet. */
async function isWritable(folder: string): Promise<boolean> {
  const inside = path.join(folder, ".pulumi");
  const used = await access(inside).then(
    () => inside,
    () => folder,
  );
  return access(used, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
