import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { RunningProcess } from "../../harness/process.ts";
import type { Scenario } from "../scenario.ts";
import type { Stage } from "../stage.ts";

/** `ulimit -f` counts blocks of so many bytes. */
const block = 1024;

/** What pulumi says of it, with the file that it could not write. */
const full = /failed to save snapshot: .*test\.json\S*: file too large/;

/** An `up` whose files may grow by so many blocks beyond the state that is there. */
async function upWithin(stage: Stage, blocks: number): Promise<void> {
  const { project } = stage;
  const limit = Math.ceil((await sizeOfState(project.backend)) / block) + blocks;
  const args = `--yes --skip-preview --stack ${project.stack} --non-interactive --color never`;
  const run = new RunningProcess("bash", ["-c", `ulimit -f ${limit}; exec pulumi up ${args}`], {
    cwd: project.directory,
    env: { ...project.env, ...stage.env },
  });
  await stage.judge(stage.watch(await run.done), { ends: "failed", failsWith: [full] });
}

async function sizeOfState(backend: string): Promise<number> {
  const files = await readdir(backend, { recursive: true });
  const [state] = files.filter((file) => /stacks\/[^/]+\/test\.json$/.test(file));
  if (state === undefined) throw new Error("there is no state");
  return (await stat(path.join(backend, state))).size;
}

/** A disk that is full: pulumi tries to write for about five minutes before it gives up. */
export const disk: readonly Scenario[] = [
  {
    name: "state-cannot-grow",
    what: "`ulimit -f`: the state file cannot grow by more than 4 KB",
    run: async (stage) => {
      const began = new Date();
      await upWithin(stage, 4);
      await stage.repair("`recover --since`", () => stage.recover(began));
    },
    seen: (stage) => stage.said(full),
  },
];
