import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { messageOf } from "pulumi-workspace-gateway/tools";
import { compareRules } from "../../review/guard/compare-rules.js";
import { readGuardFile } from "../../review/guard/guard-file.js";
import type { RulesChanged, SomeGuardRules } from "../../review/guard/guard-rules.js";
import { type Terminal, UsageError } from "../terminal.js";

/** The rules that a commit has, and what the file here says otherwise. */
export interface RulesAtRef {
  readonly held: SomeGuardRules;
  readonly changed?: RulesChanged;
}

/**
 * Reads the guard file as a commit has it. A commit without the file has the rules that always hold; one that is not there is an
 * error: no other rules take its place.
 *
 * @param here - reads the file of the working tree
 */
export async function rulesAtRef(
  ref: string,
  file: string,
  here: () => Promise<SomeGuardRules>,
  { env }: Pick<Terminal, "env">,
): Promise<RulesAtRef> {
  const [folder, name] = [path.dirname(path.resolve(file)), path.basename(file)];
  const git: Git = async (...args) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: folder, env: { ...env } });
    return stdout;
  };
  const commit = await commitOf(ref, git);
  const isThere = (await git("ls-tree", "--name-only", commit, "--", name)) !== "";
  const text = isThere ? await git("show", `${commit}:./${name}`) : "";
  const held = understood(text, `${file} of ${ref}`);
  const changes = await changesHere(held, here);
  return changes.length === 0 ? { held } : { held, changed: { ref, file, changes } };
}

type Git = (...args: string[]) => Promise<string>;

const namespaces = ["refs", "refs/tags", "refs/heads", "refs/remotes"];

/** Where git would choose, it is refused: whoever may push can push a tag `origin/main`, and git takes a tag before a branch. */
async function commitOf(ref: string, git: Git): Promise<string> {
  const candidates = namespaces.map((space) => `${space}/${ref}`);
  const named = (await git("for-each-ref", "--format=%(refname)", "--", ...candidates)).split("\n");
  const found = named.filter((name) => candidates.includes(name));
  if (found.length > 1) {
    throw new UsageError(
      `--guard-ref: ${JSON.stringify(ref)} may be ${found.join(" or ")}. Write the whole name.`,
    );
  }
  try {
    const asked = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${ref}^{commit}`];
    return (await git(...asked)).trim();
  } catch {
    throw new UsageError(
      `--guard-ref: git knows no commit ${JSON.stringify(ref)} here, so the guard's rules cannot be read. Fetch it first.`,
    );
  }
}

function understood(text: string, file: string): SomeGuardRules {
  try {
    return readGuardFile(text, file);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}

/** A file here that cannot be read does no harm: it does not count. */
async function changesHere(held: SomeGuardRules, here: () => Promise<SomeGuardRules>) {
  try {
    return compareRules(held, await here());
  } catch (error) {
    return [{ key: "file", words: `cannot be read: ${messageOf(error)}`, isLooser: true }];
  }
}
