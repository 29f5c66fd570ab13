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
    // There is no record yet, or a crash has cut it off. The next gateway writes a new one.
    return undefined;
  }
}

/** Writes the record. The token gives access to the gateway, so only the user may read the file. */
export async function writeGatewayRecord(file: string, record: GatewayRecord): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  // The mode above has an effect only for a new file.
  await chmod(file, 0o600);
}

const prefix = "WORKSPACE_GATEWAY_";

/** Whether the user has set a gateway or credentials. */
export function namesGateway(env: NodeJS.ProcessEnv): boolean {
  return Object.keys(env).some((key) => key.startsWith(prefix));
}

/** The environment with this gateway, and without settings for another one. */
export function withGateway(env: NodeJS.ProcessEnv, { baseUrl, token }: GatewayRecord): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([key]) => !key.startsWith(prefix));
  return { ...Object.fromEntries(others), [`${prefix}BASE_URL`]: baseUrl, [`${prefix}ACCESS_TOKEN`]: token };
}
