import { appendFileSync } from "node:fs";
import { readFile } from "node:fs/promises";

/** One request that the package sent and that got an answer. */
export interface Call {
  readonly method: string;
  /** Without `/api/v1`, as it was sent. */
  readonly path: string;
  readonly status: number;
  /** The file and the name of the test that ran. */
  readonly test: string;
}

/** Several processes may write to the file: a call is a line. */
export function appendCall(file: string, call: Call): void {
  appendFileSync(file, `${JSON.stringify(call)}\n`);
}

export async function readCalls(file: string): Promise<Call[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter((line) => line !== "").map((line): Call => JSON.parse(line));
}
