import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";

/** Settings of deployments that somebody has sent. */
export interface SentSettings {
  readonly stack: string;
  readonly settings: unknown;
}

/** As much of Pulumi Cloud as the CLI needs to send the settings of a stack's deployments; it has every stack. */
export async function startCloud(): Promise<{ env: Record<string, string>; sent: SentSettings[] }> {
  const sent: SentSettings[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const [, , kind, orgName, projectName, stackName, ...rest] = (request.url ?? "").split(/[/?]/);
    if (request.method === "POST" && rest.join("/") === "deployments/settings")
      sent.push({ stack: `${orgName}/${projectName}/${stackName}`, settings: JSON.parse(body) });
    const isStack = kind === "stacks" && rest.length === 0;
    const answer = kind === "user" ? user : isStack ? { orgName, projectName, stackName } : {};
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(answer));
  });
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = await new Promise<AddressInfo>((resolve, reject) =>
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("There is no port."));
      else resolve(address);
    }),
  );
  return { env: { PULUMI_BACKEND_URL: `http://127.0.0.1:${port}`, PULUMI_ACCESS_TOKEN: "made-up" }, sent };
}

const user = { githubLogin: "ada", name: "Ada", organizations: [{ githubLogin: "acme", name: "acme" }] };
