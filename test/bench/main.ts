import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { findCli } from "../harness/cli/find.ts";
import { realHost } from "../harness/cli/host.ts";
import { main } from "../harness/main.ts";
import { paths } from "../harness/paths.ts";
import { readKept } from "./command-line.ts";
import { limits } from "./limits.ts";
import { type Machine, machine } from "./machine.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { figuresIn } from "./report/in-page.ts";
import { aligned } from "./report/lines.ts";
import { withNativeFigures } from "./report/native.ts";
import { fleetProgram, page } from "./report/page.ts";
import { plot } from "./report/plot.ts";
import { rivalColumns, rivalRows } from "./report/rivals.ts";
import { columns, tableRows } from "./report/table.ts";
import { verdictLines, verdicts } from "./report/verdict.ts";
import { Results, type Row, rivals } from "./results.ts";
import { measuredRivals, rivalNote, rivalsProblem } from "./rivals.ts";
import { runCase } from "./run-case.ts";

interface Kept {
  readonly machine: Machine;
  readonly rows: readonly Row[];
  /** Why the rivals that were asked for are not among the rows. */
  readonly problem?: string;
}

await main(async (signal) => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const kept = options.from.length > 0 ? await readKept<Kept>(options.from) : await measure(options, signal);
  if (options.json !== undefined) await writeFile(options.json, JSON.stringify(kept, undefined, 1));
  const failed = await report(kept, options);
  return failed || (options.rivals && kept.problem !== undefined) ? 1 : 0;
});

async function measure(options: Options, signal: AbortSignal): Promise<Kept> {
  const host = realHost(signal);
  const { version } = await findCli(host);
  const problem = options.rivals ? await rivalsProblem(host) : undefined;
  const contestants = options.rivals && problem === undefined ? [...options.only, ...rivals] : options.only;
  const rows: Row[] = [];
  for (const profile of options.profiles)
    for (const mix of options.mixes)
      for (const size of options.sizes) {
        const runs = options.runs ?? (size < 2000 ? 3 : 1);
        for (let run = 0; run < runs; run++) {
          signal.throwIfAborted();
          process.stderr.write(`${profile}, mix ${mix}, ${size} objects, run ${run + 1} of ${runs}\n`);
          rows.push(
            ...(await runCase({ profile, mix, size, run }, contestants, options.latencyMs, options.phases)),
          );
        }
      }
  return { machine: machine(version), rows, ...(problem === undefined ? {} : { problem }) };
}

/** Whether a limit that was to be kept is not. */
async function report({ machine, rows, problem }: Kept, { page: wanted, gate }: Options): Promise<boolean> {
  const results = new Results(rows);
  const rival = rivalNote(results, problem);
  const judged = verdicts(limits, results);
  process.stdout.write(`${aligned([columns, ...tableRows(results)], 5)}\n\n`);
  if (measuredRivals(results))
    process.stdout.write(`${aligned([rivalColumns, ...rivalRows(results)], 4)}\n\n`);
  process.stdout.write(`${rival}\n\n`);
  process.stdout.write(`${aligned(verdictLines(judged), 1)}\n`);
  for (const { contestant, phase, size, failure } of rows.filter(({ failure }) => failure !== undefined))
    process.stdout.write(`\n${contestant}, ${phase} of ${size}: ${failure}\n`);
  if (wanted) {
    const docs = path.join(paths.root, "docs");
    const file = path.join(docs, "performance.md");
    const fleet = figuresIn(await readFile(file, "utf8"), fleetProgram);
    await writeFile(file, page(results, machine, rival, fleet));
    await writeFile(path.join(docs, "performance.svg"), plot(results));
    const native = path.join(docs, "native.md");
    await writeFile(native, withNativeFigures(await readFile(native, "utf8"), results));
  }
  return gate && judged.some(({ verdict }) => verdict !== "holds");
}
