import { readFileSync } from "node:fs";
import os from "node:os";

/** Where and when something was measured. */
export interface Machine {
  readonly date: string;
  readonly cores: number;
  readonly model: string;
  readonly memoryGigabytes: number;
  readonly system: string;
  readonly node: string;
  readonly pulumi: string;
  readonly sdk: string;
}

export function machine(pulumi: string): Machine {
  const sdk = new URL(import.meta.resolve("@pulumi/pulumi/package.json"));
  const { version }: { version: string } = JSON.parse(readFileSync(sdk, "utf8"));
  return {
    date: new Date().toISOString().slice(0, 10),
    cores: os.availableParallelism(),
    model: os.cpus()[0]?.model ?? "unknown",
    memoryGigabytes: Math.round(os.totalmem() / 1e9),
    system: `${os.type()} ${os.arch()}`,
    node: process.version,
    pulumi,
    sdk: `v${version}`,
  };
}
