import type { GatewayOptions } from "../../gateway/index.ts";
import { BenchGateway } from "../gateway.ts";
import { judged } from "../run-case.ts";
import { FleetLane, type FleetPhase, type FleetSize, fleetPhases } from "./fleet-lane.ts";
import { type FleetRow, type PartName, rateLimit } from "./rows.ts";

interface Part {
  readonly gateway: Pick<GatewayOptions, "rateLimit">;
  readonly phases: readonly FleetPhase[];
  readonly env: Readonly<Record<string, string>>;
}

const partsOf: Record<PartName, Part> = {
  // With checkpoints so many stacks would be slower than the quota, which then would not be tried.
  crowd: { gateway: { rateLimit }, phases: ["create"], env: { PULUMI_SKIP_CHECKPOINTS: "true" } },
  scale: { gateway: { rateLimit }, phases: fleetPhases, env: {} },
  one: { gateway: {}, phases: fleetPhases, env: {} },
};

const latencyMs = 80;

/** Goes through the phases of a part, until one fails. */
export async function runPart(part: PartName, size: FleetSize, signal: AbortSignal): Promise<FleetRow[]> {
  const { gateway: options, phases, env } = partsOf[part];
  const gateway = await BenchGateway.start({ latencyMs, ...options });
  const rows: FleetRow[] = [];
  const lane = await FleetLane.open(size, gateway, env);
  try {
    for (const phase of phases) {
      signal.throwIfAborted();
      process.stderr.write(`${part}, ${size.stacks} × ${size.objects} objects, ${phase}\n`);
      const sample = await lane.run(phase);
      const { requests, objects } = await gateway.look();
      // Besides the teams' objects there is the workspace that is shared.
      const wanted = size.stacks * size.objects + 1;
      const row = { part, size, phase, ...judged(sample, objects, wanted), requests };
      rows.push(row);
      if (row.failure !== undefined) break;
    }
  } finally {
    await lane.dispose();
    await gateway.close();
  }
  return rows;
}
