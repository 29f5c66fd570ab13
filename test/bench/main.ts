// `npm run bench`: the same work by each contestant in turn, against a gateway of its own, and a table of what it took.
import os from "node:os";
import { version as sdk } from "@pulumi/pulumi/version.js";
import { Command, InvalidArgumentError } from "commander";
import { findCli } from "../harness/cli/find.ts";
import { main } from "../harness/main.ts";
import type { Profile } from "./lanes.ts";
import { limitTable, missedLimits, type Row, resultTable, runCase } from "./results.ts";

interface Options {
  readonly sizes: readonly number[];
  readonly profiles: readonly Profile[];
  readonly runs: number;
  readonly latency: number;
}

await main(async (signal) => {
  const { sizes, profiles, runs, latency } = new Command("npm run bench --")
    .option("--sizes <numbers>", "numbers of objects", counts, [3, 550])
    .option("--profiles <names>", "normal, fast (--parallel 64 without checkpoints)", profileNames, [
      "normal",
      "fast",
    ])
    .option("--runs <number>", "of each size and profile", count, 3)
    .option("--latency <ms>", "milliseconds that the gateway adds to a request", count, 80)
    .parse(process.argv.slice(2), { from: "user" })
    .opts<Options>();
  const { version } = await findCli();
  const rows: Row[] = [];
  for (const profile of profiles) {
    for (const size of sizes) {
      for (let run = 0; run < runs; run++) {
        signal.throwIfAborted();
        process.stderr.write(`${profile}, ${size} objects, run ${run + 1} of ${runs}\n`);
        rows.push(...(await runCase({ profile, size, run }, latency)));
      }
    }
  }
  process.stdout.write(
    `${place()}, Pulumi ${version}, SDK v${sdk}\n\n${resultTable(rows)}\n\n${limitTable(rows)}\n`,
  );
  for (const { contestant, phase, size, failure } of rows) {
    if (failure !== undefined) process.stdout.write(`\n${contestant}, ${phase} of ${size}: ${failure}\n`);
  }
  return missedLimits(rows).length > 0 || rows.some(({ failure }) => failure !== undefined) ? 1 : 0;
});

function place(): string {
  const [model = "unknown"] = os.cpus().map((cpu) => cpu.model);
  const memory = `${Math.round(os.totalmem() / 1e9)} GB`;
  const date = new Date().toISOString().slice(0, 10);
  return `${date}: ${os.availableParallelism()} cores (${model}), ${memory}, ${os.type()} ${os.arch()}, Node ${process.version}`;
}

function count(text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new InvalidArgumentError("Give a whole number above 0.");
  return Number(text);
}

function counts(text: string): number[] {
  return text.split(",").map(count);
}

function profileNames(text: string): Profile[] {
  return text.split(",").map((name) => {
    if (name !== "normal" && name !== "fast") throw new InvalidArgumentError("Choose normal, fast or both.");
    return name;
  });
}
