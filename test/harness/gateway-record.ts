import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";

/** The reference gateway that `npm start` used last. */
export interface GatewayRecord {
  baseUrl: string;
  token: string;
}

export async function readGatewayRecord(file: string): Promise<GatewayRecord | undefined> {
  try {
    const { baseUrl, token }: Partial<GatewayRecord> = JSON.parse(await readFile(file, "utf8"));
    return baseUrl === undefined || token === undefined ? undefined : { baseUrl, token };
  } catch {
    // No record yet, or one cut off by a crash: the next gateway writes another.
    return undefined;
  }
}

/** The token opens the gateway, so only the person may read the file. */
export async function writeGatewayRecord(file: string, record: GatewayRecord): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  // The mode above counts for a new file only.
  await chmod(file, 0o600);
}
