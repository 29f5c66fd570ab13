import { expect, test } from "vitest";
import { secretConfig, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { life } from "./support/life.ts";
import { ok } from "./support/outcome.ts";

const w = life({
  objects: withArgs(everything, { openai: { apiKey: secretConfig("openaiKey") } }),
  env: { WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined },
  secrets: { openaiKey: "sk-canary-config" },
});

// One in plain config: test/program/plain-credentials.test.ts, and functions.test.ts here.
test("a credential in secret config works and never shows", async () => {
  const key = "workspace-gateway:accessToken";
  await ok(w.project.run(["config", "set", "--stack", w.project.stack, "--secret", key, w.token]));
  const printed = [await ok(w.project.up({ diff: true })), await ok(w.project.refresh({ diff: true }))];
  for (const text of [...printed, await w.project.stateText()]) {
    expect(text).not.toContain(w.token);
    expect(text).not.toContain("sk-canary-config");
  }
});
