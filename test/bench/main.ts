import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { findCli } from "../harness/cli/find.ts";
import { realHost } from "../harness/cli/host.ts";
import { main } from "../harness/main.ts";
import { paths } from "../harness/paths.ts";
import { type Machine, machine } from "./machine.ts";
import { type Options, readOptions, usage } from "./options.ts";
import { aligned } from "./report/lines.ts";
import { page } from "./report/page.ts";
import { plot } from "./report/plot.ts";
import { columns, tableRows } from "./report/table.ts";
import { verdicts } from "./report/verdict.ts";
import { Results, type Row } from "./results.ts";
import { runCase } from "./run-case.ts";
import { terraformNote } from "./terraform.ts";

interface Kept {
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

await main(async (signal) => {
  const options = readOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(usage);
    return 0;
  }
  const kept = options.from.length > 0 ? await readKept(options.from) : await measure(options, signal);
  if (options.json !== undefined) await writeFile(options.json, JSON.stringify(kept, undefined, 1));
  return report(kept, options);
});

async function measure(options: Options, signal: AbortSignal): Promise<Kept> {
  const { version } = await findCli(realHost(signal));
  const rows: Row[] = [];
  for (const profile of options.profiles)
    for (const mix of options.mixes)
      for (const size of options.sizes) {
        const runs = options.runs ?? (size < 2000 ? 3 : 1);
        for (let run = 0; run < runs; run++) {
          signal.throwIfAborted();
          process.stderr.write(`${profile}, mix ${mix}, ${size} objects, run ${run + 1} of ${runs}\n`);
          rows.push(...(await runCase({ profile, mix, size, run }, options.only, options.latencyMs)));
        }
      }
  return { machine: machine(version), rows };
}

async function readKept(files: readonly string[]): Promise<Kept> {
  const all = await Promise.all(
    files.map(async (file): Promise<Kept> => JSON.parse(await readFile(file, "utf8"))),
  );
  const [first] = all;
  if (first === undefined) throw new Error("--from names no file.");
  return { machine: first.machine, rows: all.flatMap(({ rows }) => rows) };
}

async function report({ machine, rows }: Kept, { page: wanted, gate }: Options): Promise<number> {
  const results = new Results(rows);
  const terraform = terraformNote(process.env);
  const judged = verdicts(results);
  process.stdout.write(`${aligned([columns, ...tableRows(results)], 5)}\n\n${terraform}\n\n`);
  process.stdout.write(
    `${aligned([["limit", "at most", "measured", ""], ...judged.map(({ figure, most, value, verdict }) => [figure, most, value, verdict])], 1)}\n`,
  );
  for (const { contestant, phase, size, failure } of rows.filter(({ failure }) => failure !== undefined))
    process.stdout.write(`\n${contestant}, ${phase} of ${size}: ${failure}\n`);
  if (wanted) {
    const docs = path.join(paths.root, "docs");
    await mkdir(docs, { recursive: true });
    await writeFile(path.join(docs, "performance.md"), page(results, machine, terraform));
    await writeFile(path.join(docs, "performance.svg"), plot(results));
  }
  return gate && judged.some(({ verdict }) => verdict !== "holds") ? 1 : 0;
}
