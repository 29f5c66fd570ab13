import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { openPerson, program } from "../support/person.ts";

test("a reader that has seen enough, as `head`, ends the command without a word", async () => {
  const { gateway, env } = await openPerson({ maxLimit: 5 });
  gateway.seed.metrics(200);
  const child = spawn(process.execPath, [program, "metrics", "list", "--csv"], {
    env: { ...env, WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token() },
  });
  child.stdout.once("data", () => child.stdout.destroy());
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, "exit")]);
  expect([said, code]).toEqual(["", 1]);
  expect(gateway.log.entries({ path: "/metrics" }).length).toBeLessThan(40);
});
