import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { type Terminal, UsageError } from "../terminal.js";

/** The files that a commit has, whatever the working tree says. */
export interface CommitFiles {
  /** Undefined if the commit does not have it. */
  textOf(file: string): Promise<string | undefined>;
}

/**
 * Opens a commit of the repository that a folder is in. One that is not there is an error: no other takes its place.
 *
 * @param ref - what the option `--guard-ref` names
 */
export async function commitFiles(
  ref: string,
  folder: string,
  { env }: Pick<Terminal, "env">,
): Promise<CommitFiles> {
  const git: Git = async (...args) => {
    const { stdout } = await promisify(execFile)("git", args, { cwd: folder, env: { ...env } });
    return stdout;
  };
  const commit = await commitOf(ref, git);
  return {
    textOf: async (file) => {
      const name = path.relative(folder, path.resolve(file)).split(path.sep).join("/");
      const isThere = (await git("ls-tree", "--name-only", commit, "--", name)) !== "";
      return isThere ? git("show", `${commit}:./${name}`) : undefined;
    },
  };
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
