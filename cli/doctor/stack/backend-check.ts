import { constants, existsSync } from "node:fs";
import { access } from "node:fs/promises";
import path from "node:path";
import { capital } from "../diagnosis.js";
import { projectRow } from "../known.js";
import { backendOf } from "./backend.js";

export const backendCheck = projectRow("state backend", ["whoami", "machine"], async (known, check) => {
  const backend = backendOf(known.whoami, known.machine.folder);
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
});

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^/@]*@/, "//");
}

/** A backend that was never used has no `.pulumi` yet. */
async function isWritable(folder: string): Promise<boolean> {
  const inside = path.join(folder, ".pulumi");
  const used = existsSync(inside) ? inside : folder;
  return access(used, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
}
