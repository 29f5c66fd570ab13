import { expect } from "vitest";
import { modelProvider } from "../../provider/kinds/model-provider.js";
import { test, type World, world } from "./support/world.ts";

const stored = "sk-stored-0123456789";
const fresh = "sk-fresh-9876543210";

/** A gateway that names the key wherever it can: plainly, in base64, and where the request id stands. */
function refuse(
  at: World,
  method: string,
  keys: readonly string[],
  path: string | RegExp = "/providers",
): void {
  const base64 = keys.map((key) => Buffer.from(`key:${key}`).toString("base64"));
  at.gateway.faults.add({
    method,
    path,
    kind: "status",
    status: 400,
    headers: { "x-request-id": keys.join() },
    body: { error: { message: `Incorrect API key provided: ${keys.join()} (${base64.join()})` } },
  });
}

async function withProvider(at: World) {
  const inputs = { ...at.full(modelProvider), apiKey: stored };
  await at.up("ModelProvider", inputs);
  return inputs;
}

async function refusal(work: Promise<unknown>): Promise<string> {
  const said = await work.then(
    () => expect.unreachable("it went well"),
    (error: unknown) => error,
  );
  const reasons = said instanceof Error && "reasons" in said ? String(said.reasons) : "";
  const shown = `${said instanceof Error ? said.message : said} ${reasons}`;
  expect(shown).toContain("Incorrect API key provided: [secret]");
  for (const key of [stored, fresh]) {
    expect(shown).not.toContain(key);
    expect(shown).not.toContain(Buffer.from(`key:${key}`).toString("base64").slice(4, 20));
  }
  return shown;
}

test("a key does not appear in the error of a request that does not carry it", async ({ at }) => {
  const inputs = await withProvider(at);
  refuse(at, "PATCH", [stored]);
  await refusal(at.up("ModelProvider", { ...inputs, name: "renamed" }));
  refuse(at, "DELETE", [stored]);
  await refusal(at.destroy());
  refuse(at, "GET", [stored]);
  await refusal(at.refresh());
});

test("the old key does not appear in the error of a change that replaces or clears it", async () => {
  for (const apiKey of [fresh, null]) {
    await using at = await world();
    const inputs = await withProvider(at);
    refuse(at, "PATCH", [stored, fresh].slice(0, apiKey === null ? 1 : 2));
    await refusal(at.up("ModelProvider", { ...inputs, apiKey }));
  }
});

test("a key in the program does not appear in the error of a list that is read for another resource", async ({
  at,
}) => {
  const inputs = await withProvider(at);
  refuse(at, "GET", [fresh, stored]);
  await at.stack.operation().check("ModelProvider", { ...inputs, name: "other", apiKey: fresh });
  await refusal(at.stack.refresh());
});
