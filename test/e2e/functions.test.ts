import { afterAll, beforeAll, expect, test } from "vitest";
import { fails, ok } from "./support/outcome.ts";
import { type World, world } from "./support/world.ts";

const program = `
import * as gateway from "pulumi-workspace-gateway";

const team = new gateway.Workspace("team", { name: "Team" });
const tone = new gateway.Prompt("tone", { workspaceId: team.id, name: "tone", content: "Be brief." });
const users = await Promise.all(Array.from({ length: 10 }, () => gateway.getUser()));
const prompts = gateway.getPromptsOutput({ workspaceId: team.id }, { dependsOn: [tone] });

export const account = users[0].email;
export const names = prompts.apply((all) => all.map(({ name }) => name));
export const content = gateway.getPromptOutput({ workspaceId: team.id, id: tone.id }).content;
`;

let w: World;
beforeAll(async () => {
  w = await world({
    files: { "index.ts": program },
    env: { WORKSPACE_GATEWAY_BASE_URL: undefined, WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined },
  });
  const { project, gateway, token } = w;
  await ok(
    project.run(["config", "set", "--stack", w.project.stack, "workspace-gateway:baseUrl", gateway.baseUrl]),
  );
  await ok(
    project.run([
      "config",
      "set",
      "--stack",
      w.project.stack,
      "--secret",
      "workspace-gateway:accessToken",
      token,
    ]),
  );
});
afterAll(() => w?.dispose());

test("a preview reads what is known, once, and nothing of what is not made yet", async () => {
  await ok(w.project.preview());
  expect(w.calls.take()).toEqual(["GET /user"]);
});

test("an update reads what it has just made, with the settings of the stack's config", async () => {
  await ok(w.project.up({ skipPreview: true }));
  const { account, names, content } = await w.project.outputs();
  expect({ account, names, content }).toEqual({
    account: "owner@example.com",
    names: ["tone"],
    content: "Be brief.",
  });
});

test("reading changes nothing: the next preview is empty", async () => {
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("a credential in plain text stops a program that only reads", async () => {
  await w.project.write(
    "index.ts",
    'import { getUser } from "pulumi-workspace-gateway";\nexport const { id } = await getUser();\n',
  );
  await ok(
    w.project.run([
      "config",
      "set",
      "--stack",
      w.project.stack,
      "--plaintext",
      "workspace-gateway:accessToken",
      w.token,
    ]),
  );
  w.calls.take();
  const output = await fails(w.project.preview());
  expect(output).toContain("pulumi config set --secret workspace-gateway:accessToken");
  expect(output).not.toContain(w.token);
  expect(w.calls.take()).toEqual([]);
});
