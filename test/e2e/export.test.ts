import { expect, test } from "vitest";
import { kinds } from "../../provider/every-kind.js";
import { everything } from "./support/everything.ts";
import { Exports } from "./support/exports.ts";
import { life, up } from "./support/life.ts";
import { fails, ok } from "./support/outcome.ts";

// A gateway has one object of every kind. The tests of this file are the stations of the way into code, in this order.
/** What the commands have printed. */
let said = "";

const w = life({ objects: everything }, async () => {
  await up(w);
  w.gateway.seed.member(w.calls.id("workspaces", "Support"), "member", "ADMIN");
  w.gateway.seed.workflow(w.calls.id("workspaces", "Support"), { name: "triage" });
  w.calls.take();
});
const exports = new Exports(w);

test("an export asks for each list once, and for who asks, and changes nothing", async () => {
  said += (await exports.made("account")).output;
  expect(w.calls.take().sort()).toEqual([
    "GET /configs",
    "GET /indexes",
    "GET /mappings",
    "GET /models",
    "GET /prompts",
    "GET /providers",
    "GET /quotas",
    "GET /user",
    "GET /workflows",
    "GET /workspaces",
    "GET /workspaces/Support/budget",
    "GET /workspaces/Support/members",
  ]);
});

test("there is a resource of every kind that can be read, and the report says what is missing and why", async () => {
  const { resources } = JSON.parse(await exports.text("account", "import.json"));
  const types = new Set(resources.map(({ type }: { type: string }) => type.split(":").at(-1)));
  const readable = kinds.filter(({ endpoints }) => endpoints.list ?? endpoints.get);
  expect([...types].sort()).toEqual(readable.map(({ name }) => name).sort());
  const report = await exports.text("account", "README.md");
  expect(report).toContain("triage");
  expect(report).toContain("owner@example.com");
});

test("the program compiles and is formatted, and no id stands in it", async () => {
  await exports.isWellWritten("account");
  const ids = (["workspaces", "providers", "models", "prompts"] as const)
    .flatMap((table) => w.gateway.rows(table))
    .map(({ id }) => String(id));
  for (const [file, text] of Object.entries(await exports.texts("account"))) {
    if (file.endsWith(".ts"))
      expect(
        ids.filter((id) => text.includes(id)),
        file,
      ).toEqual([]);
  }
});

test("the import takes all of it into a stack, and the program then asks for the key that nobody can read", async () => {
  await exports.imported("account");
  expect(await fails(exports.pulumi("account", ["preview"]))).toMatch(
    /Missing required configuration variable/,
  );
});

test("once the key is set, it alone is updated", async () => {
  const keys = [...said.matchAll(/pulumi config set --secret (\S+)/g)].map(([, key = ""]) => key);
  expect(keys).toHaveLength(1);
  for (const key of keys) {
    await ok(exports.pulumi("account", ["config", "set", "--secret", key, "sk-canary-taken-over"]));
  }
  expect(await ok(exports.pulumi("account", ["preview"]))).toMatch(/Resources:\n +~ 1 to update\n/);
  expect(w.calls.writes()).toEqual([]);
  await ok(exports.pulumi("account", ["up", "--yes", "--skip-preview"]));
  expect(w.calls.writes()).toEqual(["PATCH /providers/openai api_key workspace_id"]);
  await exports.hasNoChanges("account");
});

test("without the keys, the first preview is empty at once, and an up has nothing to write", async () => {
  said += (await exports.made("keyless", "--leave-keys")).output;
  await exports.isWellWritten("keyless");
  await exports.imported("keyless");
  await exports.previewsEmpty("keyless");
  await ok(exports.pulumi("keyless", ["up", "--yes", "--skip-preview", "--expect-no-changes"]));
  expect(w.calls.writes()).toEqual([]);
});

test("no secret stands in a file, in the state or in what was printed", async () => {
  const folders = await Promise.all(["account", "keyless"].map((folder) => exports.texts(folder)));
  const links = w.gateway.rows("invitations").map(({ code }) => String(code));
  const shown = [said, await w.project.stateText(), ...folders.flatMap((texts) => Object.values(texts))];
  for (const secret of ["sk-canary", w.token, w.gateway.app.clientSecret, ...links]) {
    expect(shown.filter((text) => text.includes(secret))).toEqual([]);
  }
});
