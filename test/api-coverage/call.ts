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

export async function readCalls(file: string): Promise<Call[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.filter((line) => line !== "").map((line): Call => JSON.parse(line));
}
