import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { openPerson } from "../support/person.ts";

/** A person who has signed in, with a workspace that has a provider, a prompt and an index. */
async function team() {
  const person = await openPerson();
  const { clicks, gateway, home } = person;
  const workspace = await clicks.workspace("Team");
  const provider = await clicks.provider(workspace, "openai", { api_key: "sk-canary-import" });
  const prompt = await clicks.prompt(workspace, "tone", "Be brief.");
  const index = await clicks.index(workspace, `${gateway.origin}/`);
  const [owner] = gateway.rows("members");
  gateway.log.clear();
  const env = {
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
    WORKSPACE_GATEWAY_EU_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_EU_ACCESS_TOKEN: gateway.token(),
  };
  const ids = Object.entries({
    TEAM: workspace.id,
    PROVIDER: provider.id,
    PROMPT: prompt.id,
    INDEX: index.id,
    OWNER: String(owner?.id),
  });
  const places = [...ids, ["GATEWAY", gateway.origin] as const, ["HOME", home] as const];
  /** What the command says to a command line and to its reader, with words for what is other in each run. */
  const told = async (line: string) => {
    const args = line.split(" ").map((word) => ids.find(([name]) => name === word)?.[1] ?? word);
    const { code, stdout, stderr } = await person.run(["import-file", ...args], env);
    const text = [`# ${line}: ${code}`, stderr.trim(), stdout.trim()]
      .filter((part) => part !== "")
      .join("\n");
    return places
      .reduce((all, [name, id]) => all.replaceAll(id, name), text)
      .replaceAll(/(?<="__account": ")[^"]+/g, "ACCOUNT")
      .replaceAll(/20\d\d-\d\d-\d\dT[\d:.]+Z/g, "TIME")
      .replaceAll(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "ID");
  };
  return { ...person, env, told, workspace };
}

const lines = [
  "Prompt tone --id PROMPT --workspace-id TEAM",
  "ModelProvider openai --id PROVIDER --workspace-id TEAM",
  "Index docs --id INDEX --workspace-id TEAM",
  "Budget cap --id TEAM",
  "Budget cap --id TEAM --parent urn:pulumi:dev::shop::my:index:Team::team",
  "Workspace team --id TEAM --connection eu",
  "Member me --id OWNER --workspace-id TEAM",
  "Prompt it --id nothing --workspace-id TEAM",
  "Prompt it --id nothing --workspace-id nowhere",
  "Member it --id nothing --workspace-id TEAM",
  "Budget it --id nothing",
  "Workspace it --id nothing",
];

test("import-file prints the entry, declaration, and unreadable values, or says what is missing", async () => {
  const { told, gateway } = await team();
  const pages: string[] = [];
  for (const line of lines) pages.push(await told(line));
  expect(pages.join()).not.toContain("sk-canary");
  await expect(`${pages.join("\n\n")}\n`).toMatchFileSnapshot("entries.txt");
  expect(gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("the entry has the plugin's type in a project that names the plugin", async () => {
  const { home, spawn, env, workspace } = await team();
  const entry = `plugins: { providers: [{ name: workspace-gateway, path: plugin }] }`;
  await writeFile(path.join(home, "Pulumi.yaml"), `{ name: shop, runtime: nodejs, ${entry} }`);
  const cwd = path.join(home, "app");
  await mkdir(cwd);
  const args = ["import-file", "Workspace", "team", "--id", workspace.id];
  const { stdout } = await spawn(args, env, cwd).done;
  const values = expect.not.objectContaining({ __provider: expect.anything() });
  const { id } = workspace;
  expect(JSON.parse(stdout).resources).toEqual([
    { type: "workspace-gateway:index:Workspace", name: "team", id, inputs: values, outputs: values },
  ]);
});

test("--out writes the file only if the object exists, and nothing goes to stdout", async () => {
  const { run, env, workspace, home } = await team();
  const out = path.join(home, "the team's.json");
  const write = (id: string) => run(["import-file", "Workspace", "team", "--id", id, "--out", out], env);
  expect(await write("nothing")).toMatchObject({ code: 1, stdout: "" });
  expect(await readdir(home)).not.toContain("the team's.json");
  const { code, stdout, stderr } = await write(workspace.id);
  expect([code, stdout]).toEqual([0, ""]);
  const resource = { name: "team", id: workspace.id };
  expect(JSON.parse(await readFile(out, "utf8")).resources).toMatchObject([resource]);
  expect(stderr).toContain(`pulumi import --file '${home}/the team'\\''s.json' --generate-code=false`);
});
