import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { findCli } from "../../harness/cli/find.ts";
import { realHost } from "../../harness/cli/host.ts";
import { main } from "../../harness/main.ts";
import { paths } from "../../harness/paths.ts";
import { readKept } from "../command-line.ts";
import { machine } from "../machine.ts";
import { withFigures } from "../report/in-page.ts";
import { aligned } from "../report/lines.ts";
import { fleetProgram } from "../report/page.ts";
import { verdictLines, verdicts } from "../report/verdict.ts";
import type { FleetSize } from "./fleet-lane.ts";
import { fleetLimits } from "./fleet-limits.ts";
import { type FleetOptions, fleetUsage, readFleetOptions } from "./options.ts";
import { fleetFigures, quotaFigures, sizeFigures } from "./report.ts";
import type { FleetResults, FleetRow, PartName } from "./rows.ts";
import { runPart } from "./run-part.ts";

await main(async (signal) => {
  const options = readFleetOptions(process.argv.slice(2));
  if (options.help) {
    process.stdout.write(fleetUsage);
    return 0;
  }
  const results =
    options.from.length > 0 ? await readKept<FleetResults>(options.from) : await measure(options, signal);
  if (options.json !== undefined) await writeFile(options.json, JSON.stringify(results, undefined, 1));
  const judged = verdicts(fleetLimits, results.rows);
  process.stdout.write(`${fleetFigures(results)}\n\n${aligned(verdictLines(judged), 1)}\n`);
  const failures = results.rows.filter(({ failure }) => failure !== undefined);
  for (const { part, phase, failure } of failures) process.stdout.write(`\n${part}, ${phase}: ${failure}\n`);
  if (options.page) await writePages(results);
  return failures.length > 0 || (options.gate && judged.some(({ verdict }) => verdict !== "holds")) ? 1 : 0;
});

async function measure(options: FleetOptions, signal: AbortSignal): Promise<FleetResults> {
  const { version } = await findCli(realHost(signal));
  const rows: FleetRow[] = [];
  for (const [part, size] of options.only.flatMap((part) => sizesOf(part, options)))
    rows.push(...(await runPart(part, size, signal)));
  return { machine: machine(version), rows };
}

function sizesOf(part: PartName, { crowd, scale, sizes, jobs }: FleetOptions): [PartName, FleetSize][] {
  if (part === "one") return sizes.map((objects) => [part, { stacks: 1, objects, jobs: 1 }]);
  return [[part, part === "crowd" ? { ...crowd, jobs: crowd.stacks } : { ...scale, jobs }]];
}

async function writePages(results: FleetResults): Promise<void> {
  await write("performance.md", fleetProgram, fleetFigures(results));
  await write("fleet.md", `${fleetProgram}, the quota`, quotaFigures(results));
  await write("fleet.md", `${fleetProgram}, sizes`, sizeFigures(results));
}

async function write(page: string, program: string, figures: string): Promise<void> {
  const file = path.join(paths.root, "docs", page);
  await writeFile(file, withFigures(await readFile(file, "utf8"), program, figures));
}
