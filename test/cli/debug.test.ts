import { expect, test } from "vitest";
import { loopback } from "../client/support/loopback.ts";
import { CommandRun } from "./support/command-run.ts";

const token = "canary-token-of-the-gateway";
const secret = "canary-secret-of-the-app";

/** A gateway that repeats in its request ids whatever it was sent: also tokens and secrets. */
function parrot(): Promise<string> {
  return loopback((request, response) => {
    let sent = "";
    request.on("data", (part) => {
      sent += part;
    });
    request.on("end", () => {
      const id = `${request.headers.authorization ?? ""} ${sent}`.slice(0, 300);
      response.writeHead(200, { "content-type": "application/json", "x-request-id": id });
      const tokens = { access_token: token, token_type: "bearer", expires_in: 600 };
      const user = { data: { id: "u1", email: "ada@example.com", role: "ADMIN" } };
      response.end(JSON.stringify(request.url?.endsWith("/token") ? tokens : user));
    });
  });
}

async function whoami(...args: string[]) {
  const url = await parrot();
  return new CommandRun(["whoami", ...args], {
    WORKSPACE_GATEWAY_BASE_URL: url,
    WORKSPACE_GATEWAY_TOKEN_URL: `${url}/token`,
    WORKSPACE_GATEWAY_CLIENT_ID: "made-up-app",
    WORKSPACE_GATEWAY_CLIENT_SECRET: secret,
    WORKSPACE_GATEWAY_APP_AUTH: "body",
  }).done;
}

test("--debug logs every request, including token requests, and never a secret", async () => {
  const { code, stdout, stderr, output } = await whoami("--debug");
  expect(code, output).toBe(0);
  expect(stderr).toMatch(/^POST \S*\/token 200 in \d+ ms \(request id .*\[secret\]/m);
  expect(stderr).toMatch(/^GET \/user 200 in \d+ ms \(request id .*\[secret\]/m);
  expect(stdout).not.toContain(" ms");
  for (const canary of [token, secret]) expect(output).not.toContain(canary);
});

test("requests are not logged without --debug", async () => {
  expect((await whoami()).stderr).not.toContain(" ms");
});

test("arguments after `--` are passed to pulumi and do not affect the command itself", async () => {
  const { output } = await new CommandRun(["review", "--", "--debug"], { PATH: "" }).done;
  expect(output).not.toMatch(/ in \d+ ms/);
});
