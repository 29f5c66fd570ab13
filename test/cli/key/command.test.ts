import { expect, test } from "vitest";
import { findWorkspace, makeKey } from "../../../cli/key/command.js";
import type { Variants } from "../../gateway/index.ts";
import { openDesk } from "../support/desk.ts";
import { openPerson, type Person } from "../support/person.ts";

/** Makes workspaces, and returns their ids. */
async function workspaces({ gateway }: Person, ...names: string[]): Promise<string[]> {
  for (const name of names) {
    await gateway.console("POST", "/workspaces", { name });
  }
  return gateway.rows("workspaces").map(({ id }) => String(id));
}

test("a key is all that goes to standard output", async () => {
  const person = await openPerson();
  const [id = ""] = await workspaces(person, "Team");
  const { code, stdout, stderr } = await person.run(["key", "--workspace", "Team"], {
    WORKSPACE_GATEWAY_TOKEN_URL: person.gateway.tokenUrl,
  });
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^wgk_\S+\n$/)]);
  expect(stderr).toContain(id);
  expect(stderr).not.toContain(stdout.trim());
});

test("every key is a fresh one, and JSON where a machine reads it", async () => {
  const person = await openPerson();
  const [id = ""] = await workspaces(person, "Team");
  const args = ["key", "--workspace", id, "--json"];
  const keys = [await person.run(args), await person.run(args)].map(({ stdout }) => JSON.parse(stdout));
  expect(keys).toEqual(keys.map(() => ({ workspaceId: id, gateKey: expect.any(String) })));
  expect(keys[0].gateKey).not.toBe(keys[1].gateKey);
});

test("without a way to sign in, the id of a workspace is enough, and one request makes the key", async () => {
  const person = await openPerson();
  const [id = ""] = await workspaces(person, "Team");
  expect((await person.run(["key", "--workspace", id])).code).toBe(0);
  expect(person.gateway.log.entries().map(({ path }) => path)).toEqual([`/workspaces/${id}/gate-token`]);
});

test("without an app, the command says what to set", async () => {
  const person = await openPerson();
  const { code, stderr } = await person.run(["key", "--workspace", "w"], {
    WORKSPACE_GATEWAY_CLIENT_ID: undefined,
    WORKSPACE_GATEWAY_CLIENT_SECRET: undefined,
  });
  expect(code).toBe(1);
  expect(stderr).toContain("set WORKSPACE_GATEWAY_CLIENT_ID and WORKSPACE_GATEWAY_CLIENT_SECRET");
  expect(person.gateway.log.entries()).toEqual([]);
});

test("a wrong secret is refused and not shown", async () => {
  const person = await openPerson();
  const [id = ""] = await workspaces(person, "Team");
  const { code, output } = await person.run(["key", "--workspace", id], {
    WORKSPACE_GATEWAY_CLIENT_SECRET: "not-the-secret",
  });
  expect(code).toBe(1);
  expect(output).toContain("WORKSPACE_GATEWAY_CLIENT_SECRET");
  expect(output).not.toContain("not-the-secret");
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
  "an answer without a key is an error: %j",
  async (body) => {
    const { client, gateway, ids } = await desk(["Team"]);
    gateway.faults.add({ path: /gate-token/, kind: "status", status: 200, body });
    await expect(makeKey(client, ids[0] ?? "")).rejects.toThrow("answered without a gate_key");
  },
);

test("an id and a name mean the same workspace, and one list tells", async () => {
  const { find, gateway, ids } = await desk(["Team", "Lab"]);
  expect([await find(ids[1] ?? ""), await find("Lab")]).toEqual([ids[1], ids[1]]);
  expect(gateway.log.entries().map(({ path }) => path)).toEqual(["/workspaces", "/workspaces"]);
});

test("an id goes before a name", async () => {
  const { find, gateway, ids } = await desk(["Team"]);
  const [id = ""] = ids;
  await gateway.console("POST", "/workspaces", { name: id });
  expect(await find(id)).toBe(id);
});

test.each([
  [["Team", "Lab"], "name or id `Tame`. There is `Lab`, `Team`."],
  [[], "There is none."],
])("what nothing is called ends in an error with the names that there are: %j", async (names, said) => {
  const { find } = await desk(names);
  await expect(find("Tame")).rejects.toThrow(said);
});

test("a name that several have is not guessed at", async () => {
  const { find, ids } = await desk(["Team", "Team"], { twins: true });
  await expect(find("Team")).rejects.toThrow(`give the id of one, \`${ids[0]}\` or \`${ids[1]}\``);
});

test("of a list that was cut an id is taken if it exists, and no name is", async () => {
  const { find, ids } = await desk(["Team", "Lab", "Sales"], { cut: 1 });
  expect(await Promise.all(ids.map(find))).toEqual(ids);
  for (const name of ["Team", "Sales", "Nobody's"])
    await expect(find(name)).rejects.toThrow("did not send the whole list of workspaces. Give the id");
});

test("an id that could not be looked for is not called missing", async () => {
  const { find, gateway } = await desk(["Team", "Lab"], { cut: 1 });
  gateway.faults.add({ path: /^\/workspaces\/\w/, kind: "status", status: 403 });
  await expect(find("some-id")).rejects.toThrow("403");
});
