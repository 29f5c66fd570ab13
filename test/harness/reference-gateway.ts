import { type Gateway, startGateway } from "../gateway/index.ts";
import { type GatewayRecord, readGatewayRecord, writeGatewayRecord } from "./gateway-record.ts";

interface OpenGateway extends GatewayRecord {
  /** Ends the gateway if we started it. */
  close(): Promise<void>;
}

/**
 * The gateway of the record, if it still answers. Otherwise starts one with the same database.
 * It gets the same port, if this is free.
 */
export async function openGateway(recordFile: string, db: string): Promise<OpenGateway> {
  const record = await readGatewayRecord(recordFile);
  if (record !== undefined && (await accepts(record))) {
    return { ...record, close: async () => {} };
  }
  const gateway = await startOnPort(record === undefined ? 0 : Number(new URL(record.baseUrl).port), db);
  const opened = { baseUrl: gateway.baseUrl, token: gateway.standingToken() };
  await writeGatewayRecord(recordFile, opened);
  return { ...opened, close: () => gateway.close() };
}

async function startOnPort(port: number, db: string): Promise<Gateway> {
  try {
    return await startGateway({ port, db });
  } catch (error) {
    const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    if (!taken) throw error;
    return startGateway({ port: 0, db });
  }
}

async function accepts({ baseUrl, token }: GatewayRecord): Promise<boolean> {
  try {
    const response = await fetch(`${baseUrl}/user`, { headers: { Authorization: `Bearer ${token}` } });
    await response.body?.cancel();
    return response.ok;
  } catch {
    // The gateway does not run any more.
    return false;
  }
}
