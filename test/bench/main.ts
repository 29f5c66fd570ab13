import { writeFile } from "node:fs/promises";
import path from "node:path";
import { findCli } from "../harness/cli/find.ts";
import { type Host, realHost } from "../harness/cli/host.ts";
import { main } from "../harness/main.ts";
import { paths } from "../harness/paths.ts";
import { type Measured, measuredOrKept } from "./command-line.ts";
import { limits } from "./limits.ts";
import { machine } from "./machine.ts";
import { findOpenTofu } from "./opentofu/find.ts";
import { type Options, readOptions } from "./options.ts";
import { allFigures, figuresOfPages, rivalTable } from "./report/figures.ts";
import { writeFigures } from "./report/in-page.ts";
import { plot } from "./report/plot.ts";
import { verdicts, verdictTable } from "./report/verdict.ts";
import { Results, type Row, rival } from "./results.ts";
import { runCase } from "./run-case.ts";

await main(async (signal) => {
  const options = readOptions(process.argv.slice(2));
  const measured = await measuredOrKept(options, () => measure(options, signal));
  const results = new Results(measured.rows);
  const [beside, judged] = [rivalTable(results), verdicts(limits, results)];
  const tables = [allFigures(results), beside ?? "", verdictTable(judged)];
  process.stdout.write(`${tables.filter(Boolean).join("\n\n")}\n`);
  for (const { contestant, phase, size, failure } of results.rows)
    if (failure !== undefined) process.stdout.write(`\n${contestant}, ${phase} of ${size}: ${failure}\n`);
  if (options.page) {
    const pages = figuresOfPages(results, measured.machine);
    for (const [page, figures] of Object.entries(pages)) await writeFigures(page, figures);
    await writeFile(path.join(paths.root, "docs/performance.svg"), plot(results));
  }
  const missed = options.gate && judged.some(({ verdict }) => verdict !== "holds");
  return missed || (options.rivals && beside === undefined) ? 1 : 0;
});

async function measure(options: Options, signal: AbortSignal): Promise<Measured<Row>> {
  const host = realHost(signal);
  const { version } = await findCli(host);
  const rivals = options.rivals && (await isThere(host)) ? ([rival] as const) : [];
  const rows: Row[] = [];
  for (const profile of options.profiles)
    for (const mix of options.mix)
      for (const size of options.sizes) {
        const runs = options.runs ?? (size < 2000 ? 3 : 1);
        for (let run = 0; run < runs; run++) {
          signal.throwIfAborted();
          process.stderr.write(`${profile}, mix ${mix}, ${size} objects, run ${run + 1} of ${runs}\n`);
          const which = { profile, mix, size, run };
          rows.push(...(await runCase(which, [...options.only, ...rivals], options.latency, options.phases)));
        }
      }
  return { machine: machine(version), rows };
}

/** Gets the rival ready, or says why it cannot be had: the others are measured all the same. */
async function isThere(host: Host): Promise<boolean> {
  try {
    await findOpenTofu(host);
    return true;
  } catch (error) {
    host.say(`${rival} is not run: ${error instanceof Error ? error.message : String(error)}`);
    return false;
  }
}
