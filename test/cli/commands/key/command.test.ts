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

test("a name that nothing has is told with the names that there are", async () => {
  const person = await openPerson();
  await workspaces(person, "Team", "Lab");
  const { code, stdout, stderr } = await person.run(["key", "--workspace", "Tame"], serviceFlow(person));
  expect([code, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/"Tame"\. The workspaces are: .*"Team"/);
});

test("a name that several have is told with their ids", async () => {
  const person = await openPerson({ twins: true });
  const ids = await workspaces(person, "Team", "Team");
  const { code, stderr } = await person.run(["key", "--workspace", "Team"], serviceFlow(person));
  expect(code).toBe(1);
  for (const id of ids) {
    expect(stderr).toContain(id);
  }
});

test("an id goes before a name", async () => {
  const person = await openPerson();
  const [id = ""] = await workspaces(person, "Team");
  await workspaces(person, id);
  const { stdout } = await person.run(["key", "--workspace", id, "--json"], serviceFlow(person));
  expect(JSON.parse(stdout).workspaceId).toBe(id);
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

test("in a list that was cut, an id that it lacks is asked for, and taken if it exists", async () => {
  const person = await openPerson({ cut: 1 });
  const ids = await workspaces(person, "Team", "Lab", "Sales");
  person.gateway.log.clear();
  for (const id of ids) {
    const { code, stdout } = await person.run(["key", "--workspace", id, "--json"], serviceFlow(person));
    expect([code, JSON.parse(stdout).workspaceId]).toEqual([0, id]);
  }
});

test.each(["Team", "Sales", "Nobody's"])(
  "of a list that was cut no name is taken, since another may have it too: %s",
  async (name) => {
    const person = await openPerson({ cut: 1 });
    await workspaces(person, "Team", "Lab", "Sales");
    const { code, stdout, stderr } = await person.run(["key", "--workspace", name], serviceFlow(person));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("the gateway did not send the whole list of workspaces");
    expect(stderr).toContain("Give the id of the workspace");
    expect(person.gateway.log.entries({ method: "POST", path: /gate-token/ })).toEqual([]);
  },
);

test("in a list that was cut, an id that may not be asked for is told so", async () => {
  const person = await openPerson({ cut: 1 });
  const [, , id = ""] = await workspaces(person, "Team", "Lab", "Sales");
  person.gateway.faults.add({ path: new RegExp(`^/workspaces/${id}$`), kind: "status", status: 403 });
  const { code, stderr } = await person.run(["key", "--workspace", id], serviceFlow(person));
  expect([code, stderr]).toEqual([1, expect.stringContaining("403")]);
});
