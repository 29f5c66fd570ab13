import { writeFileSync } from "node:fs";
import { startGateway } from "../start-gateway.ts";
import { createCommand } from "./command.ts";
import { greeting } from "./greeting.ts";

/** Starts a gateway as the command line says and stops it on Ctrl-C or SIGTERM. */
export async function run(argv: string[]): Promise<void> {
  const { options, readyFile, token: value } = createCommand().read(argv);
  const gateway = await startGateway(options);
  const token = value === undefined ? gateway.standingToken() : gateway.token({ value });
  console.log(greeting(gateway, token, options.db));
  if (readyFile !== undefined) {
    const facts = { baseUrl: gateway.baseUrl, token, pid: process.pid };
    writeFileSync(readyFile, JSON.stringify(facts), { mode: 0o600 });
  }
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => gateway.close());
}
