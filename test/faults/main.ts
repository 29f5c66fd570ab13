import { type Adapter, adapterVariable } from "../harness/adapter.ts";
import { findCli } from "../harness/cli/find.ts";
import { main } from "../harness/main.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { isClean, line, table, wrongs } from "./report.ts";
import { nothingWrong, type Outcome } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { type Task, tasks } from "./tasks.ts";

await main(async (signal) => {
  const options = optionsOf(process.argv.slice(2));
  if (typeof options === "number") return options;
  process.env[adapterVariable] = options.adapter;
  if (options.help || options.list) {
    const list = scenarios().map(({ name, what }) => `${name}: ${what}\n`);
    process.stdout.write(options.help ? usage : list.join(""));
    return 0;
  }
  const began = performance.now();
  const rows = await played(options, signal);
  const minutes = Math.ceil((performance.now() - began) / 60_000);
  const { version } = await findCli();
  process.stdout.write(`${table(rows)}\n\nPulumi ${version}, ${options.jobs} at a time: ${minutes} min.\n`);
  for (const row of rows) process.stdout.write(row.notes.map((note) => `${row.name}: ${note}\n`).join(""));
  for (const row of rows.filter((each) => !isClean(each)))
    process.stdout.write(`\n${line(row)}\n${wrongs(row).join("\n")}\n`);
  return rows.every(isClean) ? 0 : 1;
});

function optionsOf(args: string[]): Options | 2 {
  const names = scenarios().map(({ name }) => name);
  try {
    return readOptions(args, names);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`);
    return 2;
  }
}

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
