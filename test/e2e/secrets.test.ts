import { expect, test } from "vitest";
import { secretConfig, withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { worldOfTest } from "./support/life.ts";
import { ok } from "./support/outcome.ts";
import type { World } from "./support/world.ts";

const first = "sk-canary-first-0123456789";
const second = "sk-canary-second-9876543210";
const withKey = (apiKey: unknown) => withArgs(everything, { openai: { apiKey } });

/** What the gateway has issued for the stack: links with their codes, and keys. */
async function issuedFor(w: World): Promise<string[]> {
  const { minted } = await w.project.outputs();
  const secrets = Object.values(Object(minted)).map(String);
  return [...secrets, ...secrets.map((secret) => secret.split("/").at(-1) ?? secret)];
}

/**
 * No secret stands in these texts, in what lies on the disk, in an export, in outputs, or in what the gateway logs;
 * the credentials of the run belong nowhere either.
 */
async function expectNoSecret(
  w: World,
  printed: readonly string[],
  issued: readonly string[],
): Promise<void> {
  const exported = JSON.stringify(await w.project.exportState());
  const outputs = await ok(w.project.run(["stack", "output", "--stack", w.project.stack, "--json"]));
  const logged = JSON.stringify(w.gateway.log.entries());
  const texts = [...printed, await w.project.stateText(), exported, outputs, logged];
  const { clientId, clientSecret } = w.gateway.app;
  const credentials = [w.token, clientSecret, Buffer.from(`${clientId}:${clientSecret}`).toString("base64")];
  for (const secret of [first, second, ...credentials, ...issued]) {
    for (const text of texts) expect(text).not.toContain(secret);
  }
}

test("secrets from programs and from the gateway are encrypted and never printed, from create to destroy", async () => {
  const env = { WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined };
  const w = await worldOfTest({ objects: withKey(first), env, secrets: { rotated: second } });
  const token = ["--secret", "workspace-gateway:accessToken", w.token];
  await ok(w.project.run(["config", "set", "--stack", w.project.stack, ...token]));
  const created = [
    await ok(w.project.preview({ json: true })),
    await ok(w.project.preview({ json: true, env: { PULUMI_ENABLE_STREAMING_JSON_PREVIEW: "true" } })),
    await ok(w.project.up({ diff: true })),
    await ok(w.project.refresh({ diff: true })),
  ];
  const early = await issuedFor(w);
  expect(early).toHaveLength(4);
  const shown = JSON.stringify(await w.project.exportState(["--show-secrets"]));
  for (const secret of [first, ...early]) expect(shown).toContain(secret);
  await expectNoSecret(w, created, early);

  await w.declare(
    withArgs(withKey(secretConfig("rotated")), {
      key: { triggers: { release: 2 } },
      welcome: { maxUses: 9 },
    }),
  );
  const rotated = [
    await ok(w.project.preview({ json: true })),
    await ok(w.project.preview({ diff: true })),
    await ok(w.project.up({ json: true, skipPreview: true, args: ["--debug"] })),
    await ok(w.project.preview({ diff: true, args: ["--debug"] })),
    await ok(w.project.refresh({ json: true, skipPreview: true, args: ["--debug"] })),
  ];
  expect(JSON.stringify(await w.project.exportState(["--show-secrets"]))).toContain(second);
  const late = await issuedFor(w);
  expect(late.filter((secret) => early.includes(secret))).toEqual([]);
  await expectNoSecret(w, rotated, [...early, ...late]);
  await expectNoSecret(w, [await ok(w.project.destroy({ diff: true }))], [...early, ...late]);
});

test("a key in a pending create of a killed run is encrypted", async () => {
  const w = await worldOfTest({
    objects: withKey(first).filter(({ name }) => ["team", "openai"].includes(name)),
  });
  const reached = w.gateway.faults.add({ method: "POST", path: "/providers", kind: "hang-before" });
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
  await expect.poll(() => reached.hits, { timeout: 30_000 }).toBe(1);
  up.kill("SIGKILL");
  await up.done;
  const { deployment } = await w.project.exportState();
  expect(deployment.pending_operations).toMatchObject([
    { resource: { urn: expect.stringMatching(/openai$/) } },
  ]);
  await expectNoSecret(w, [up.output], []);
});
