import { once } from "node:events";
import { createServer } from "node:net";

/** So many ports of this machine on which nobody listens. */
export async function freePorts(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, "listening");
      const address = server.address();
      if (address === null || typeof address === "string") throw new Error("there is no free port");
      return String(address.port);
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
