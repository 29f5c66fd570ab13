import { expect, test } from "vitest";
import { openPerson, type Person } from "../support/person.ts";

/** Makes workspaces, and returns their ids. */
async function workspaces({ gateway }: Person, ...names: string[]): Promise<string[]> {
  for (const name of names) {
    await gateway.console("POST", "/workspaces", { name });
  }
  return gateway.rows("workspaces").map(({ id }) => String(id));
}

function serviceFlow({ gateway }: Person) {
  return { WORKSPACE_GATEWAY_TOKEN_URL: gateway.tokenUrl };
}

test("a key is all that goes to standard output", async () => {
  const person = await openPerson();
  const [id = ""] = await workspaces(person, "Team");
  const { code, stdout, stderr } = await person.run(["key", "--workspace", "Team"], serviceFlow(person));
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

test("the id of a workspace is enough without a way to sign in", async () => {
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

test("of a list that was cut no name is taken, since another may have it too", async () => {
  const person = await openPerson({ cut: 1 });
  await workspaces(person, "Team", "Lab", "Sales");
  const { code, stdout, stderr } = await person.run(["key", "--workspace", "Team"], serviceFlow(person));
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("Give the id of the workspace");
  expect(person.gateway.log.entries({ method: "POST", path: /gate-token/ })).toEqual([]);
});
