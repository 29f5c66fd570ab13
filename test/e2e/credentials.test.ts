import { afterAll, beforeAll, expect, test } from "vitest";
import { secretConfig, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

// Both tests share a stack whose credentials come from its config alone.
let w: World;
beforeAll(async () => {
  w = await world({
    objects: withArgs(everything, { openai: { apiKey: secretConfig("openaiKey") } }),
    env: { WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined },
    secrets: { openaiKey: "sk-canary-config" },
  });
});
afterAll(() => w?.dispose());

function setToken(how: "--plaintext" | "--secret"): Promise<string> {
  const key = "workspace-gateway:accessToken";
  return ok(w.project.run(["config", "set", "--stack", w.project.stack, how, key, w.token]));
}

test("a credential in plain config is refused with the command that repairs it", async () => {
  await setToken("--plaintext");
  const refused = await fails(w.project.preview());
  expect(refused).toContain("pulumi config set --secret workspace-gateway:accessToken");
  expect(refused).not.toContain(w.token);
  expect(w.calls.take()).toEqual([]);
});

test("a credential in secret config works and never shows", async () => {
  await setToken("--secret");
  const printed = [await ok(w.project.up({ diff: true })), await ok(w.project.refresh({ diff: true }))];
  for (const text of [...printed, await w.project.stateText()]) {
    expect(text).not.toContain(w.token);
    expect(text).not.toContain("sk-canary-config");
  }
});
