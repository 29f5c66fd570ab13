import path from "node:path";
import { cpuSeconds } from "../cpu.ts";
import { compileCache } from "../environment.ts";
import { runInForeground } from "../foreground.ts";
import { main } from "../main.ts";
import { paths } from "../paths.ts";
import { layers } from "./layers.ts";

/** Runs the tests of a layer, or those of it that the further arguments name, and says what they cost. */
await main(async () => {
  const [layer = "", ...files] = process.argv.slice(2);
  const projects = Object.entries(layers).find(([name]) => name === layer)?.[1];
  if (projects === undefined)
    throw new Error(`The layers are ${Object.keys(layers).join(", ")}, not ${layer}.`);
  const began = performance.now();
  const vitest = path.join(paths.root, "node_modules/vitest/vitest.mjs");
  const chosen = projects.flatMap((name) => ["--project", name]);
  const code = await runInForeground(process.execPath, [vitest, "run", ...chosen, ...files], {
    cwd: paths.root,
    // A pipeline counts its tests from these files.
    env: {
      ...compileCache,
      ...process.env,
      ...(process.env.CI && { TEST_RESULTS: path.join(paths.state, `results-${layer}.json`) }),
    },
  });
  const minutes = (performance.now() - began) / 60_000;
  process.stdout.write(`\n${cpuSeconds().toFixed(0)} CPU seconds in ${minutes.toFixed(1)} minutes\n`);
  return code;
});
