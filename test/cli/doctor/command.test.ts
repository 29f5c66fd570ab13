import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { runDoctor } from "../../../cli/doctor/command.js";
import manifest from "../../../cli/package.json" with { type: "json" };
import { openClinic } from "./support/clinic.ts";
import { putPackage, putStack } from "./support/stack.ts";

const token = "WORKSPACE_GATEWAY_ACCESS_TOKEN";

test("a server that is not a management API receives no credential", async () => {
  const credentials: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    credentials.push(request.headers.authorization);
    response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { visit } = await openClinic({}, { WORKSPACE_GATEWAY_BASE_URL: `http://127.0.0.1:${port}/api/v1` });
  expect((await visit()).of("gateway").state).toBe("problem");
  expect(credentials).toEqual([undefined]);
});

test("a problem exits with 1, with or without --json, and its remedy is printed", async () => {
  const { visit, terminal, machine, out } = await openClinic({}, { [token]: "wga_no-such-token" });
  const refused = { message: "Found 1 problem. A write would fail.", exitCode: 1 };
  await expect(runDoctor({}, terminal, machine)).rejects.toMatchObject(refused);
  const text = out.splice(0).join("\n");
  const { of, refusal, output } = await visit();
  expect([refusal, JSON.parse(output)]).toMatchObject([refused, { writable: false }]);
  expect(text).toContain(`→ ${of("token").remedy}`);
});

test.each(["/user", "/workspaces"])(
  "a response from %s that repeats the token does not reveal it, in full or in part",
  async (path) => {
    const value = "wga_very-secret-token-value";
    const { visit, gateway } = await openClinic({}, { [token]: value });
    gateway.token({ value });
    const body = { message: `${"x".repeat(280)} ${value} and ${value}` };
    gateway.faults.add({ kind: "status", status: 401, body, path, skip: path === "/user" ? 1 : 0 });
    const { output } = await visit();
    expect(output).toContain("x".repeat(path === "/user" ? 200 : 0));
    expect(output).not.toContain(value.slice(0, 9));
  },
);

test("--stack is rejected outside a project", async () => {
  const { visit } = await openClinic();
  expect((await visit({ stack: "prod" })).refusal).toMatchObject({ name: "UsageError" });
});

test("a command says how to install the matching version if the provider's version differs", async () => {
  const clinic = await openClinic();
  await putStack(clinic, []);
  vi.spyOn(process, "cwd").mockReturnValue(clinic.folder);
  onTestFinished(() => void vi.restoreAllMocks());
  expect(await runCommandLine(["whoami"], clinic.terminal)).toBe(0);
  expect(clinic.notes).toEqual([]);
  await putPackage(clinic, "pulumi-workspace-gateway", "99.0.0");
  expect(await runCommandLine(["whoami"], clinic.terminal)).toBe(0);
  expect(clinic.notes).toEqual([
    `workspace-gateway: The program uses pulumi-workspace-gateway 99.0.0, but this command is version ${manifest.version}. ` +
      "Run `npm install --save-dev workspace-gateway@99.0.0` in the program's folder.",
  ]);
});
