import { findCli } from "../../harness/cli/find.ts";
import { realHost } from "../../harness/cli/host.ts";
import { main } from "../../harness/main.ts";
import { type Measured, measuredOrKept } from "../command-line.ts";
import { machine } from "../machine.ts";
import { writeFigures } from "../report/in-page.ts";
import { verdicts } from "../report/verdict.ts";
import type { FleetSize } from "./fleet-lane.ts";
import { fleetLimits } from "./fleet-limits.ts";
import { type FleetOptions, readFleetOptions } from "./options.ts";
import { fleetFigures, limitFigures, quotaFigures, sizeFigures } from "./report.ts";
import type { FleetRow, PartName } from "./rows.ts";
import { runPart } from "./run-part.ts";

const program = "npm run bench:fleet -- --page";

await main(async (signal) => {
  const options = readFleetOptions(process.argv.slice(2));
  const results = await measuredOrKept(options, () => measure(options, signal));
  process.stdout.write(`${fleetFigures(results)}\n`);
  const failures = results.rows.filter(({ failure }) => failure !== undefined);
  for (const { part, phase, failure } of failures) process.stdout.write(`\n${part}, ${phase}: ${failure}\n`);
  if (options.page) {
    await writeFigures("benchmarks.md", { [`${program}, limits`]: limitFigures(results) });
    await writeFigures("fleet.md", {
      [`${program}, the quota`]: quotaFigures(results),
      [`${program}, sizes`]: sizeFigures(results),
    });
  }
  const judged = verdicts(fleetLimits, results.rows);
  return failures.length > 0 || (options.gate && judged.some(({ verdict }) => verdict !== "holds")) ? 1 : 0;
});

async function measure(options: FleetOptions, signal: AbortSignal): Promise<Measured<FleetRow>> {
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
