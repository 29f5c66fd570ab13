import { chmod, cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { paths } from "../../harness/paths.ts";
import { RunningProcess } from "../../harness/process.ts";
import { emptyFolder, gitops } from "./step.ts";

export type Checkout = Awaited<ReturnType<typeof checkout>>;

/** A git repository that holds the example, for the length of one test. The programs that it calls are scripts of the test. */
export async function checkout() {
  const folder = await emptyFolder();
  await cp(gitops, folder, { recursive: true });
  const record = path.join(await emptyFolder(), "calls"); // not in the checkout: it would be committed
  const env = {
    PATH: [paths.bin, process.env.PATH].join(path.delimiter),
    HOME: folder,
    GIT_CONFIG_GLOBAL: "/dev/null",
    RECORD: record,
  };
  const git = async (...args: readonly string[]) => {
    const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
    const { code, output } = await new RunningProcess("git", [...who, ...args], { cwd: folder, env }).done;
    if (code !== 0) throw new Error(output);
    return output.trim();
  };
  const write = async (file: string, text: string) => {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), text);
  };
  const it = {
    folder,
    write,
    git,
    /** Replaces a program, such as `workspace-gateway`. Each call is recorded. */
    async program(name: string, script: string) {
      const file = `node_modules/.bin/${name}`;
      await write(file, `#!/bin/sh\necho "${name} $*" >> "$RECORD"\n${script}\n`);
      await chmod(path.join(folder, file), 0o755);
    },
    /** The recorded calls: the programs and their arguments. */
    calls: () => readFile(record, "utf8").catch(() => ""),
    /** Runs a command of the script, here or in another clone. */
    run: (command: readonly string[], more: Readonly<Record<string, string>> = {}, clone = folder) => {
      const all = { env: { ...env, STACK: "prod", ...more } };
      return new RunningProcess(path.join(clone, "pipeline.sh"), command, all).done;
    },
    /** The text of a file; undefined if there is none. */
    read: (file: string) => readFile(path.join(folder, file), "utf8").catch(() => undefined),
    async commit(...options: readonly string[]) {
      await git("add", "-A");
      await git("commit", "-q", "-m", "Change the gateway", ...options);
    },
    /** What the commit holds, as git names it. */
    tree: () => git("rev-parse", "HEAD^{tree}"),
    /** What main holds is the commit. */
    push: () => git("update-ref", "refs/remotes/origin/main", "HEAD"),
  };
  await git("init", "-q");
  await it.commit();
  await it.push();
  return it;
}
