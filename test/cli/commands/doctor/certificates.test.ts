import { readFile } from "node:fs/promises";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Diagnosis } from "../../../../cli/doctor/diagnosis.js";
import { RunningProcess } from "../../../harness/process.ts";
import { program } from "../support/person.ts";
import { said } from "./support/clinic.ts";

const fixtures = path.join(import.meta.dirname, "../../doctor/fixtures");

/** What the built command says of a server with a certificate; each request that arrives is counted. */
async function visit(certificate: string, trusted: boolean) {
  const pem = await readFile(path.join(fixtures, `${certificate}.pem`));
  const arrived: string[] = [];
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    arrived.push(`${request.headers.authorization}`);
    response.writeHead(401, { "content-type": "application/json" }).end('{"message":"no token"}');
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const env = {
    PATH: "",
    WORKSPACE_GATEWAY_BASE_URL: `https://127.0.0.1:${port}/api/v1`,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "some-token",
    ...(trusted ? { NODE_EXTRA_CA_CERTS: path.join(fixtures, "authority.pem") } : {}),
  };
  const run = new RunningProcess(process.execPath, [program, "doctor", "--json"], { cwd: fixtures, env });
  const { code, stdout } = await run.done;
  const { findings } = JSON.parse(stdout) as { findings: Diagnosis[] };
  const state = (name: string) => findings.find(({ check }) => check === name)?.state;
  return { code, arrived, tls: findings.find(({ check }) => check === "TLS"), state };
}

test("a certificate of a trusted authority is well", async () => {
  const { tls, state, arrived } = await visit("valid", true);
  expect([tls?.state, state("gateway"), state("token")]).toEqual(["ok", "ok", "problem"]);
  expect(arrived).toEqual(["undefined", "Bearer some-token"]);
});

test.each([
  ["expired", true, /has expired/, /renewed/],
  ["other-host", true, /for another host name/, /Use the name/],
  ["valid", false, /cannot be traced to an authority/, /NODE_EXTRA_CA_CERTS/],
  ["self-signed", false, /self-signed/, /NODE_EXTRA_CA_CERTS/],
])(
  "a certificate that is not right is told apart, and nothing is sent: %s, trusted %s",
  async (certificate, trusted, found, remedy) => {
    const { tls, code, state, arrived } = await visit(certificate, trusted);
    expect(tls).toMatchObject(said("problem", { found, remedy }));
    expect([code, state("gateway"), state("token")]).toEqual([1, "not checked", "not checked"]);
    expect(arrived).toEqual([]);
  },
);
