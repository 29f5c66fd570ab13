import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { machine } from "../bench/machine.ts";
import { type Adapter, adapterVariable } from "../harness/adapter.ts";
import { findCli } from "../harness/cli/find.ts";
import { realHost } from "../harness/cli/host.ts";
import { main } from "../harness/main.ts";
import { paths } from "../harness/paths.ts";
import { keep, keptOf, readKept } from "./kept.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { page } from "./page.ts";
import { type Found, isClean, line, merged, table, timed, wrongs } from "./report.ts";
import { nothingWrong, type Outcome } from "./run-scenario.ts";
import { scenarios } from "./scenarios/index.ts";
import { partOf, type Task, tasks } from "./tasks.ts";

await main(async (signal) => {
  const options = optionsOf(process.argv.slice(2));
  if (typeof options === "number") return options;
  process.env[adapterVariable] = options.adapter;
  if (options.help || options.list) {
    const list = scenarios().map(({ name, what }) => `${name}: ${what}\n`);
    process.stdout.write(options.help ? usage : list.join(""));
    return 0;
  }
  const found = options.from.length > 0 ? await kept(options.from) : await played(options, signal);
  if (options.json !== undefined) await keepRows(options.json, found);
  if (options.page || (partOf(found.rows) === "whole" && options.from.length === 0)) {
    await keep(keptOf(found, options.adapter));
    const both = { dynamic: await readKept("dynamic"), native: await readKept("native") };
    await writeFile(path.join(paths.root, "docs/reliability.md"), page(both));
  }
  process.stdout.write(`${table(found.rows)}\n\n${timed(found)}\n`);
  for (const row of found.rows.filter((each) => !isClean(each)))
    process.stdout.write(`\n${line(row)}\n${wrongs(row).join("\n")}\n`);
  return found.rows.every(isClean) ? 0 : 1;
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

async function kept(files: readonly string[]): Promise<Found> {
  return merged(await Promise.all(files.map(async (file) => JSON.parse(await readFile(file, "utf8")))));
}

async function played(options: Options, signal: AbortSignal): Promise<Found> {
  const { version } = await findCli(realHost(signal));
  const wanted = tasks(options);
  const began = performance.now();
  const rows: Outcome[] = [];
  const found = (): Found => ({
    machine: machine(version),
    seconds: Math.round((performance.now() - began) / 1000),
    jobs: options.jobs,
    part: partOf(wanted),
    // In the order in which they were asked for, not in that in which they ended.
    rows: wanted.flatMap(({ name, seed }) => rows.filter((row) => row.name === name && row.seed === seed)),
  });
  const waiting = wanted.values();
  const work = async () => {
    for (const task of waiting) {
      signal.throwIfAborted();
      const row = await outcome(task, options.adapter);
      signal.throwIfAborted();
      rows.push(row);
      process.stderr.write(`[${rows.length}/${wanted.length}] ${[line(row), ...wrongs(row)].join("\n")}\n`);
      if (options.json !== undefined) await keepRows(options.json, found());
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  return found();
}

/** What was found so far is kept even if the rest is interrupted. */
function keepRows(file: string, found: Found): Promise<void> {
  return writeFile(file, JSON.stringify(found, undefined, 1));
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
