import { expect, test } from "vitest";
import { life, up } from "./support/life.ts";
import { fails, ok } from "./support/outcome.ts";

const program = `
import * as gateway from "pulumi-workspace-gateway";

const team = new gateway.Workspace("team", { name: "Team" });
const tone = new gateway.Prompt("tone", { workspaceId: team.id, name: "tone", content: "Be brief." });
const users = await Promise.all(Array.from({ length: 10 }, () => gateway.getUser()));
const prompts = gateway.getPromptsOutput({ workspaceId: team.id }, { dependsOn: [tone] });

export const account = users[0].email;
export const names = prompts.apply((all) => all.map(({ name, modelId }) => name + " of " + modelId));
export const content = gateway.getPromptOutput({ workspaceId: team.id, id: tone.id }).content;
`;

/** Reads as another person, whose settings are in the program. They are unknown in the preview of the first run. */
const elsewhere = `
import * as pulumi from "@pulumi/pulumi";
import * as gateway from "pulumi-workspace-gateway";

const team = new gateway.Workspace("team", { name: "Team" });
const baseUrl = process.env.LATER ? team.id.apply(() => process.env.BASE_URL!) : process.env.BASE_URL!;
const member = new gateway.Provider("member", { baseUrl, accessToken: process.env.MEMBER_TOKEN! });
const parent = new pulumi.ComponentResource("acme:index:Team", "team", {}, { provider: member });

export const email = gateway.getUserOutput({}, { provider: member }).email;
export const workspaces = gateway.getWorkspacesOutput({}, { parent }).length;
export const own = gateway.getWorkspacesOutput({}, { dependsOn: team }).length;
if (!process.env.LATER) {
  const asked = await gateway.getUser({}, { provider: member, fresh: true });
  pulumi.output(asked).apply((user) => console.log("ASKED " + JSON.stringify(user)));
}
`;

const w = life(
  {
    files: { "index.ts": program },
    adapter: "native",
    env: { WORKSPACE_GATEWAY_BASE_URL: undefined, WORKSPACE_GATEWAY_ACCESS_TOKEN: undefined },
  },
  async () => {
    await set("--plaintext", "workspace-gateway:baseUrl", w.gateway.baseUrl);
    await set("--secret", "workspace-gateway:accessToken", w.token);
    await set("--plaintext", "workspace-gateway:native", "false");
  },
);

function set(how: "--plaintext" | "--secret", key: string, value: string): Promise<string> {
  return ok(w.project.run(["config", "set", "--stack", w.project.stack, how, key, value]));
}

test("a preview reads known values once, and nothing that depends on resources not yet created", async () => {
  await ok(w.project.preview());
  expect(w.calls.take()).toEqual(["GET /user"]);
});

async function answersAll(): Promise<void> {
  await up(w);
  const answers = { account: "owner@example.com", names: ["tone of null"], content: "Be brief." };
  expect(await w.project.outputs()).toMatchObject(answers);
}

test("an update reads what it has just created, with the stack's config, and the next preview is empty", async () => {
  await answersAll();
  await ok(w.project.preview({ expectNoChanges: true }));
});

test("with a Provider, functions use its gateway and account through the plugin, once its settings are known", async () => {
  await w.project.write("index.ts", elsewhere);
  const env = { BASE_URL: w.gateway.baseUrl, MEMBER_TOKEN: w.gateway.token({ user: "stranger" }) };
  const account = w.gateway.account("stranger");
  for (const later of [{ LATER: "1" }, {}]) {
    const output = await ok(w.project.up({ env: { ...env, ...later } }));
    expect(await w.project.outputs()).toEqual({ email: account.email, workspaces: 0, own: 1 });
    const [, asked] = /ASKED (.*)/.exec(output) ?? [];
    expect(asked === undefined ? asked : JSON.parse(asked)).toEqual(
      "LATER" in later ? undefined : expect.objectContaining({ id: account.id }),
    );
  }
});

test("in a stack that uses the plugin, functions return the same results", async () => {
  await w.project.write("index.ts", program);
  await set("--plaintext", "workspace-gateway:native", "true");
  await answersAll();
});

const failing = {
  "a promise": 'export const { name } = await gateway.getWorkspace({ id: "gone" });',
  "an output": 'export const { name } = gateway.getWorkspaceOutput({ id: "gone" });',
  "an output in an input":
    'new gateway.Workspace("next", { name: gateway.getWorkspaceOutput({ id: "gone" }).name });',
  "rows one by one": "for await (const _row of gateway.metrics({ limitt: 1 } as never)) {}",
  "wrong arguments": 'export const { name } = await gateway.getWorkspace({ idd: "gone" } as never);',
};

test("an error that the program does not catch is one line with its source position", async () => {
  for (const [form, line] of Object.entries(failing)) {
    await w.project.write("index.ts", `import * as gateway from "pulumi-workspace-gateway";\n\n${line}\n`);
    const output = await fails(w.project.preview());
    expect(output, form).toMatch(
      /^ *error: (\w*Error: )?(getWorkspace|metrics): .*[.?] \(index\.ts:3:\d+\)$/m,
    );
    expect(output, form).not.toMatch(/^\s+at |unhandled exception/m);
  }
});
