import { afterEach, expect, test } from "vitest";
import { withArgs } from "./support/declaration.ts";
import { everything } from "./support/everything.ts";
import { fails, ok } from "./support/outcome.ts";
import { type World, type WorldOptions, world } from "./support/world.ts";

const first = "sk-canary-first-0123456789";
const second = "sk-canary-second-9876543210";
const withKey = (apiKey: unknown) => withArgs(everything, { openai: { apiKey } });

const worlds: World[] = [];
afterEach(async () => {
  for (const w of worlds.splice(0)) await w.dispose();
});

async function make(options: WorldOptions): Promise<World> {
  const w = await world(options);
  worlds.push(w);
  return w;
}

/** No secret stands in these texts, in what lies on the disk, or in an export; the token belongs nowhere either. */
async function expectNoSecret(w: World, ...printed: string[]): Promise<void> {
  const exported = JSON.stringify(await w.project.exportState());
  const texts = [...printed, await w.project.stateText(), exported];
  for (const secret of [first, second, w.token]) {
    for (const text of texts) expect(text).not.toContain(secret);
  }
}

test("a key that is a plain literal is encrypted and never printed, over its whole life", async () => {
  const w = await make({ objects: withKey(first) });
  const created = [
    await ok(w.project.preview({ json: true })),
    await ok(w.project.up({ diff: true })),
    await ok(w.project.refresh({ diff: true })),
  ];
  expect(JSON.stringify(await w.project.exportState(["--show-secrets"]))).toContain(first);
  await expectNoSecret(w, ...created);

  await w.declare(withKey(second));
  const rotated = [
    await ok(w.project.preview({ json: true })),
    await ok(w.project.preview({ diff: true })),
    await ok(w.project.up({ diff: true, skipPreview: true })),
    await ok(w.project.refresh({ diff: true })),
  ];
  expect(JSON.stringify(await w.project.exportState(["--show-secrets"]))).toContain(second);
  await expectNoSecret(w, ...rotated);
  await expectNoSecret(w, await ok(w.project.destroy({ diff: true })));
});

test("a gateway that repeats the key in its refusal gives nothing away", async () => {
  const w = await make({ objects: withKey(first) });
  const body = { message: `${first} is no valid key`, errors: [{ path: "api_key", received: first }] };
  w.gateway.faults.add({ method: "POST", path: "/providers", kind: "status", status: 400, body });
  const said = await fails(w.project.up({ diff: true }));
  expect(said).toContain("[secret] is no valid key");
  await expectNoSecret(w, said);
});

test("a key in a pending create of a killed run is encrypted", async () => {
  const w = await make({ objects: withKey(first) });
  const reached = w.gateway.faults.add({ method: "POST", path: "/providers", kind: "hang-before" });
  const up = w.project.start(["up", "--yes", "--skip-preview", "--stack", w.project.stack]);
  await expect.poll(() => reached.hits, { timeout: 30_000 }).toBe(1);
  up.kill("SIGKILL");
  await up.done;
  const { deployment } = await w.project.exportState();
  expect(deployment.pending_operations).toMatchObject([
    { resource: { urn: expect.stringMatching(/openai$/) } },
  ]);
  await expectNoSecret(w, up.output);
});
