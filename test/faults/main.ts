import { type Adapter, adapterVariable } from "../harness/adapter.ts";
import { findCli } from "../harness/cli/find.ts";
import { main } from "../harness/main.ts";
import { type Options, readOptions } from "./options.ts";
import { isClean, line, wrongs } from "./report.ts";
import { nothingWrong, type Outcome } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { type Task, tasks } from "./tasks.ts";

await main(async (signal) => {
  const names = scenarios.map(({ name }) => name);
  const options = readOptions(process.argv.slice(2), names);
  process.env[adapterVariable] = options.adapter;
  if (options.list) {
    process.stdout.write(scenarios.map(({ name, what }) => `${name}: ${what}\n`).join(""));
    return 0;
  }
  const began = performance.now();
  const rows = await played(options, signal);
  const minutes = Math.ceil((performance.now() - began) / 60_000);
  const { version } = await findCli();
  const lines = rows.flatMap((row) => [line(row), ...wrongs(row)]);
  lines.push(`Pulumi ${version}, ${options.jobs} at a time: ${minutes} min.`);
  process.stdout.write(`${lines.join("\n")}\n`);
  return rows.every(isClean) ? 0 : 1;
});

/** In the order in which they were asked for, not in that in which they ended. */
async function played(options: Options, signal: AbortSignal): Promise<readonly Outcome[]> {
  const wanted = tasks(options);
  const rows: Outcome[] = [];
  const waiting = wanted.values();
  const work = async () => {
    for (const task of waiting) {
      signal.throwIfAborted();
      const row = await outcome(task, options.adapter);
      signal.throwIfAborted();
      rows.push(row);
      process.stderr.write(`[${rows.length}/${wanted.length}] ${[line(row), ...wrongs(row)].join("\n")}\n`);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return wanted.flatMap(({ name, seed }) => rows.filter((row) => row.name === name && row.seed === seed));
}

/** One that breaks is a row, too: the others go on. */
async function outcome({ name, what, seed, play }: Task, adapter: Adapter): Promise<Outcome> {
  try {
    return await play();
  } catch (error) {
    const broke = error instanceof Error ? (error.stack ?? error.message) : String(error);
    const unconverged = [`it broke: ${broke}`];
    const none = { convergedBy: "–", hits: 0, requests: 0, seconds: 0 };
    return { ...nothingWrong, ...none, name, what, seed, adapter, unconverged };
  }
}
