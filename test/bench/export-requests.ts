import { mkdtemp, rm } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { type Gateway, startGateway } from "../gateway/index.ts";
import { main } from "../harness/main.ts";
import { paths } from "../harness/paths.ts";
import { RunningProcess } from "../harness/process.ts";
import { type BenchObject, objectsOf } from "./mixes.ts";
import { UsageMeter } from "./usage.ts";

// Run by hand, after `npm run build`: npx node test/bench/export-requests.ts [RUNS]
const sizes = [300, 3000];
const latencyMs = 80;
const command = path.join(paths.root, "cli/dist/main.js");

await main(async (signal) => {
  const runs = Number(process.argv[2] ?? 3);
  for (const size of sizes) {
    const gateway = await startGateway();
    try {
      await fill(gateway, objectsOf("c", size));
      gateway.latencyMs = latencyMs;
      for (let run = 0; run < runs; run++) {
        signal.throwIfAborted();
        process.stdout.write(`${size} objects at ${latencyMs} ms: ${await measured(gateway, signal)}\n`);
      }
    } finally {
      await gateway.close();
    }
  }
  return 0;
});

async function measured(gateway: Gateway, signal: AbortSignal): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "export-requests-"));
  gateway.log.clear();
  try {
    const started = performance.now();
    const child = new RunningProcess(process.execPath, [command, "export", path.join(folder, "account")], {
      env: {
        PATH: process.env.PATH,
        HOME: folder,
        WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
        WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
      },
      signal,
    });
    const meter = new UsageMeter(child.pid ?? 0);
    const { code, output } = await child.done;
    const seconds = (performance.now() - started) / 1000;
    const megabytes = (meter.stop().engine?.peakBytes ?? 0) / 2 ** 20;
    if (code !== 0) throw new Error(output);
    const asked = gateway.log.entries();
    const refused = asked.filter(({ status }) => status >= 400).length;
    const lists = `${asked.length} requests, ${refused} refused, ${gateway.rows("workspaces").length} workspaces`;
    return `${seconds.toFixed(1)} s, ${lists}, peak ${megabytes.toFixed(0)} MB`;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Puts the objects in place, past latency and limits; what an object refers to stands before it. */
async function fill(gateway: Gateway, objects: readonly BenchObject[]): Promise<void> {
  const made = new Map<string, Record<string, unknown>>();
  for (const { collection, name, body } of objects) {
    const fields = Object.entries(body).map(([field, value]) => [
      field,
      typeof value === "object" ? made.get(value.ref)?.[value.output] : value,
    ]);
    const answer = await gateway.console("POST", `/${collection}`, Object.fromEntries(fields));
    if (answer.status >= 300) throw new Error(`${collection} ${name}: ${JSON.stringify(answer.body)}`);
    made.set(name, (answer.body as { data: Record<string, unknown> }).data);
  }
}
