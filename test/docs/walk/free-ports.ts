import { once } from "node:events";
import { createServer } from "node:net";

/** So many ports of this machine on which nobody listens. */
export async function freePorts(count: number): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, "127.0.0.1"));
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, "listening");
      const address = server.address();
      return String(typeof address === "object" ? address?.port : address);
    }),
  );
  await Promise.all(servers.map((server) => once(server.close(), "close")));
  return ports;
}
