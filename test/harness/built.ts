import path from "node:path";
import type { TestProject } from "vitest/node";
import { outdated } from "../../provider/build/sources.mts";
import { withLock } from "./cli/lock.ts";
import { interruptible } from "./interruptible.ts";
import { paths } from "./paths.ts";
import { RunningProcess } from "./process.ts";

/** Before the tests run, also those of a single file: what is built is made anew if its sources have changed. */
export default async function setup(project: TestProject): Promise<void> {
  await built();
  project.onTestsRerun(built);
}

async function built(): Promise<void> {
  if (outdated().length === 0) return;
  await interruptible((signal) =>
    withLock(path.join(paths.state, "build.lock"), "build", async () => {
      const builder = path.join(paths.root, "provider/build/main.mts");
      const { code, output } = await new RunningProcess(process.execPath, [builder], { signal }).done;
      if (code !== 0) throw new Error(`The build failed:\n${output}`);
    }),
  );
}
