import { expect, test } from "vitest";
import { findWorkspace } from "../../../cli/key/command.js";
import type { Variants } from "../../gateway/index.ts";
import { openDesk } from "../support/desk.ts";

/** A desk at a gateway that has workspaces of these names, and their ids in the same order. */
async function workspaces(names: readonly string[], variants: Partial<Variants> = {}) {
  const { gateway, client } = await openDesk(variants);
  for (const name of names) {
    await gateway.console("POST", "/workspaces", { name });
  }
  const ids = gateway.rows("workspaces").map(({ id }) => String(id));
  gateway.log.clear();
  return { gateway, ids, find: (wanted: string) => findWorkspace(client, wanted) };
}

test("an id and a name mean the same workspace, and one list tells", async () => {
  const { find, gateway, ids } = await workspaces(["Team", "Lab"]);
  expect([await find(ids[1] ?? ""), await find("Lab")]).toEqual([ids[1], ids[1]]);
  expect(gateway.log.entries().map(({ path }) => path)).toEqual(["/workspaces", "/workspaces"]);
});

test("an id goes before a name", async () => {
  const { find, gateway, ids } = await workspaces(["Team"]);
  const [id = ""] = ids;
  await gateway.console("POST", "/workspaces", { name: id });
  expect(await find(id)).toBe(id);
});

test("what nothing is called ends in an error with the names that there are", async () => {
  const { find } = await workspaces(["Team", "Lab"]);
  await expect(find("Tame")).rejects.toThrow("name or id `Tame`. There is `Lab`, `Team`.");
});

test("where there is no workspace, that is told", async () => {
  const { find } = await workspaces([]);
  await expect(find("Team")).rejects.toThrow("There is none.");
});

test("a name that several have is not guessed at", async () => {
  const { find, ids } = await workspaces(["Team", "Team"], { twins: true });
  await expect(find("Team")).rejects.toThrow(`give the id of one, \`${ids[0]}\` or \`${ids[1]}\``);
});

test("of a list that was cut an id is taken if it exists, and no name is", async () => {
  const { find, ids } = await workspaces(["Team", "Lab", "Sales"], { cut: 1 });
  expect(await Promise.all(ids.map(find))).toEqual(ids);
  for (const name of ["Team", "Sales", "Nobody's"])
    await expect(find(name)).rejects.toThrow("did not send the whole list of workspaces. Give the id");
});

test("an id that could not be looked for is not called missing", async () => {
  const { find, gateway } = await workspaces(["Team", "Lab"], { cut: 1 });
  gateway.faults.add({ path: /^\/workspaces\/\w/, kind: "status", status: 403 });
  await expect(find("some-id")).rejects.toThrow("403");
});
