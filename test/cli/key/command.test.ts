import { expect, test } from "vitest";
import { findWorkspace, makeKey } from "../../../cli/key/command.js";
import type { Variants } from "../../gateway/index.ts";
import { openDesk } from "../support/desk.ts";
import { openPerson } from "../support/person.ts";

/** A person whose gateway has a workspace `Team`. */
async function person() {
  const open = await openPerson();
  const { id } = await open.clicks.workspace("Team");
  open.gateway.log.clear();
  return { ...open, id };
}

test("only the key goes to stdout", async () => {
  const { id, run, gateway } = await person();
  const { code, stdout, stderr } = await run(["key", "--workspace", "Team"], {
    WORKSPACE_GATEWAY_TOKEN_URL: gateway.tokenUrl,
  });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^wgk_\S+\n$/)]);
  expect(stderr).toContain(id);
  expect(stderr).not.toContain(stdout.trim());
});

test("each run creates a new key with one request, and --json prints it as JSON", async () => {
  const { id, run, gateway } = await person();
  const args = ["key", "--workspace", id, "--json"];
  const keys = [await run(args), await run(args)].map(({ stdout }) => JSON.parse(stdout));
  expect(keys).toEqual(keys.map(() => ({ workspaceId: id, gateKey: expect.any(String) })));
  expect(keys[0].gateKey).not.toBe(keys[1].gateKey);
  const way = `/workspaces/${id}/gate-token`;
  expect(gateway.log.entries().map(({ path }) => path)).toEqual([way, way]);
});

test("a missing app names its variables, and a wrong secret is rejected but not shown", async () => {
  const { id, run, gateway } = await person();
  const app = "WORKSPACE_GATEWAY_CLIENT_ID";
  const secret = "WORKSPACE_GATEWAY_CLIENT_SECRET";
  const without = await run(["key", "--workspace", "w"], { [app]: undefined, [secret]: undefined });
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining(`set ${app} and ${secret}`) });
  expect(gateway.log.entries()).toEqual([]);
  const wrong = await run(["key", "--workspace", id], { [secret]: "not-the-secret" });
  expect(wrong).toMatchObject({ code: 1, output: expect.stringContaining(secret) });
  expect(wrong.output).not.toContain("not-the-secret");
});

/** A desk at a gateway that has workspaces of these names, and their ids in the same order. */
async function desk(names: readonly string[], variants: Partial<Variants> = {}) {
  const { gateway, client } = await openDesk(variants);
  for (const name of names) await gateway.console("POST", "/workspaces", { name });
  const ids = gateway.rows("workspaces").map(({ id }) => String(id));
  gateway.log.clear();
  return { gateway, client, ids, find: (wanted: string) => findWorkspace(client, wanted) };
}

test.each([{}, { gate_key: "" }, { gate_key: 7 }])(
  "a response without a key is an error: %j",
  async (body) => {
    const { client, gateway, ids } = await desk(["Team"]);
    gateway.faults.add({ path: /gate-token/, kind: "status", status: 200, body });
    await expect(makeKey(client, ids[0] ?? "")).rejects.toThrow("response contains no gate_key");
  },
);

test("an id and a name find the same workspace, each with one list request", async () => {
  const { find, gateway, ids } = await desk(["Team", "Lab"]);
  expect([await find(ids[1] ?? ""), await find("Lab")]).toEqual([ids[1], ids[1]]);
  expect(gateway.log.entries().map(({ path }) => path)).toEqual(["/workspaces", "/workspaces"]);
});

test.each([
  [["Team", "Lab"], "name or id `Tame`. Existing workspaces: `Lab`, `Team`."],
  [[], "There are no workspaces."],
])("an unknown name is an error that lists the existing workspaces: %j", async (names, said) => {
  const { find } = await desk(names);
  await expect(find("Tame")).rejects.toThrow(said);
});

test("a name that several workspaces have is an error that asks for an id", async () => {
  const { find, ids } = await desk(["Team", "Team"], { twins: true });
  await expect(find("Team")).rejects.toThrow(`Use an id instead: \`${ids[0]}\` or \`${ids[1]}\``);
});

test("with a truncated list, an existing id is accepted, but a name is rejected", async () => {
  const { find, ids } = await desk(["Team", "Lab", "Sales"], { cut: 1 });
  expect(await Promise.all(ids.map(find))).toEqual(ids);
  for (const name of ["Team", "Sales", "Nobody's"])
    await expect(find(name)).rejects.toThrow(
      "did not send the complete list of workspaces. Use the workspace's id",
    );
});

test("an id that could not be looked up is not reported as missing", async () => {
  const { find, gateway } = await desk(["Team", "Lab"], { cut: 1 });
  gateway.faults.add({ path: /^\/workspaces\/\w/, kind: "status", status: 403 });
  await expect(find("some-id")).rejects.toThrow("403");
});
