import { mkdir, readdir } from "node:fs/promises";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { openPerson } from "../support/person.ts";

/** A person with a workspace, whose exports go below their home. */
async function owner() {
  const person = await openPerson();
  await person.gateway.console("POST", "/workspaces", { name: "Team" });
  person.gateway.log.clear();
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: person.gateway.token() };
  const place = path.join(person.home, "exports");
  await mkdir(place);
  const folder = path.join(place, "program");
  return {
    ...person,
    place,
    folder,
    run: (...args: string[]) => person.run(["export", folder, ...args], env),
    spawn: (...args: string[]) => person.spawn(["export", folder, ...args], env),
  };
}

test("the summary is all that goes to standard output, and in a pipeline nothing else is said", async () => {
  const { run, folder } = await owner();
  const { code, stdout, stderr } = await run();
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`Exported 2 objects to ${folder}: `);
  const again = await run();
  expect([again.code, again.stdout]).toEqual([2, ""]);
  expect(again.stderr).toContain(
    "is not empty, and an export overwrites nothing: name a new or empty folder",
  );
});

test("a SIGTERM while it reads leaves nothing in any folder", async () => {
  const { spawn, gateway, place } = await owner();
  const hanging = gateway.faults.add({ kind: "hang-before", path: "/prompts" });
  const running = spawn();
  await vi.waitUntil(() => hanging.hits > 0, { timeout: 20_000 });
  running.kill("SIGTERM");
  expect((await running.done).code).toBeGreaterThan(128);
  expect(await readdir(place)).toEqual([]);
});
