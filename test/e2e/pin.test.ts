import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startGateway } from "../gateway/index.ts";
import { runCommand } from "./support/command.ts";
import { ref, withArgs } from "./support/declaration.ts";
import { life, up } from "./support/life.ts";
import { mapping, model, prompt, provider, team } from "./support/objects.ts";

const first = [team, provider("openai"), model("gpt", "openai"), mapping("default"), prompt("tone")];
const second = withArgs(first, { tone: { content: "Be kind." } });

// One stack, from its first pin on: every refusal leaves it as it was.
let workspace_id: string;
const w = life({ objects: first });
const pin = (name: string) => path.join(w.project.directory, `${name}.pin`);

async function reviewed(name: string, ...options: string[]): Promise<string> {
  const args = ["review", "--pin", pin(name), ...options, "--", "--stack", "test"];
  const { code, output } = await runCommand(w, args);
  expect(code, output).toBe(0);
  return output;
}

async function applied(name: string): Promise<string> {
  const { code, output } = await runCommand(w, ["apply", pin(name)]);
  expect(code, output).toBe(0);
  return output;
}

/** What a refused apply says. */
async function refused(name: string, env: Record<string, string> = {}): Promise<string> {
  w.calls.take();
  const { code, output } = await runCommand({ ...w, env }, ["apply", pin(name)]);
  expect(code, output).toBe(4);
  expect(w.calls.writes()).toEqual([]);
  return output;
}

test("what was reviewed on one gateway is applied to no other one, and for no other account", async () => {
  await reviewed("first");
  const other = await startGateway({ port: 0, db: ":memory:", variants: {} });
  onTestFinished(() => other.close());
  const elsewhere = {
    WORKSPACE_GATEWAY_BASE_URL: other.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: other.token({ user: "owner" }),
  };
  expect(await refused("first", elsewhere)).toContain("- the gateway is another one");
  const stranger = { WORKSPACE_GATEWAY_ACCESS_TOKEN: w.gateway.token({ user: "stranger" }) };
  expect(await refused("first", stranger)).toContain("- the account is another one");
});

test("a program that makes other values of what nobody knew at the review is refused, and the reviewed one is applied", async () => {
  await w.declare(withArgs(first, { tone: { modelId: ref("gpt") } }));
  expect(await refused("first")).toContain("- the program: objects.json was changed.");
  await w.declare(first);
  await applied("first");
  workspace_id = w.calls.id("workspaces", "Support");
});

test("a value that only the `up` knows is the reviewed program's, and no other one's", async () => {
  const unknown = (output: string) =>
    withArgs(first, { gpt: { name: "gpt-5" }, tone: { content: ref("gpt", output) } });
  await w.declare(unknown("gatewayName"));
  await reviewed("unknown");
  await w.declare(unknown("updatedAt"));
  const said = await refused("unknown");
  expect(said).toContain(
    "- the program: objects.json was changed. Not known at the review: content of Prompt tone",
  );
});

test("what somebody makes in a workspace that the pin touches is a move", async () => {
  await w.declare(second);
  await reviewed("second");
  const made = await w.gateway.console("POST", "/mappings", {
    workspace_id,
    ...{ source_name: ".*", target_model: "openai/gpt", is_pattern: true, priority: 0 },
  });
  expect(made.status).toBeLessThan(300);
  const patched = await w.gateway.console("PATCH", `/mappings/${w.calls.id("mappings", "default")}`, {
    ...{ workspace_id, priority: 5 },
  });
  expect(patched.status).toBe(200);
  const said = await refused("second");
  expect(said).toContain('- Mapping ".*": was made on the gateway after the review');
  expect(said).toContain("- Mapping default: priority was changed on the gateway: now 5");
  const gone = `/mappings/${w.calls.id("mappings", ".*")}`;
  await w.gateway.console("DELETE", gone, { workspace_id });
  await w.gateway.console("PATCH", `/mappings/${w.calls.id("mappings", "default")}`, {
    workspace_id,
    priority: 0,
  });
});

test("a refresh and an `up` without changes move nothing; what is applied and taken back is not applied again", async () => {
  await w.project.refresh();
  await w.declare(first);
  await up(w);
  await w.declare(second);
  await applied("second");
  await up(w, first);
  await w.declare(second);
  expect(await refused("second")).toContain("- the stack: a run has changed it after the review, at ");
  const { format } = JSON.parse(await readFile(pin("second"), "utf8"));
  await writeFile(pin("second"), JSON.stringify({ format: format - 1 }));
  expect(await refused("second")).toContain(`it has the format ${format - 1}`);
});
