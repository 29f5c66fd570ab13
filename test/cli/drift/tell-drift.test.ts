import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { runCommandLine } from "../../../cli/command-line.js";
import { type Desk, openDesk } from "../support/desk.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { exportOf } from "./support/lab.ts";

/** A stack with a workspace and a prompt, and the file that `pulumi stack export` would write of it. */
async function night() {
  const desk = await openDesk();
  const folder = await temporaryFolder();
  const { gateway, stack } = desk;
  await stack.up("team", "Workspace", { name: "Team" });
  const workspaceId = stack.resource("team").id;
  await stack.up("tone", "Prompt", { workspaceId, name: "tone", content: "Be brief." });
  const file = path.join(folder, "prod.json");
  await writeFile(file, exportOf(stack));
  gateway.log.clear();
  const at = (name: string) => path.join(folder, name);
  const draft = () => desk.clicks.prompt({ id: workspaceId, gateway_name: "" }, "draft", "x");
  return { ...desk, at, file, draft };
}

function run({ terminal }: Pick<Desk, "terminal">, ...args: string[]): Promise<number> {
  return runCommandLine(["drift", ...args], terminal);
}

test("without drift, stdout has the result and stderr is empty, even for a PowerShell export", async () => {
  const desk = await night();
  await writeFile(desk.at("ps.json"), `\uFEFF${await readFile(desk.file, "utf8")}`, "utf16le");
  for (const file of [desk.file, desk.at("ps.json")]) expect(await run(desk, file)).toBe(0);
  const result = "shop/prod: 2 objects compared. No drift.";
  expect(desk.out).toEqual(Array(2).fill(expect.stringContaining(`${result}\n`)));
  expect(desk.notes).toEqual([]);
});

test("drift goes to stdout, and the exit code and a note summarize it", async () => {
  const desk = await night();
  await desk.draft();
  expect(await run(desk, desk.file, "--json", "--markdown", desk.at("drift.md"))).toBe(32);
  expect(desk.out).toHaveLength(1);
  expect(JSON.parse(desk.out[0] ?? "")).toMatchObject({
    version: 1,
    stacks: [{ name: "shop/prod", file: desk.file }],
    compared: 2,
    undeclared: [{ kind: "Prompt", name: "draft", workspace: "Team" }],
  });
  expect(desk.notes).toEqual([
    `The Markdown result was written to ${desk.at("drift.md")}.`,
    "workspace-gateway: the gateway has drifted: 1 unmanaged.",
  ]);
  expect(await readFile(desk.at("drift.md"), "utf8")).toContain("### Unmanaged on the gateway");
});

test("--undeclared lists changed undeclared properties, and the exit code stays 0", async () => {
  const desk = await night();
  desk.gateway.db.prepare("UPDATE prompts SET environment = 'PRODUCTION'").run();
  expect(await run(desk, desk.file, "--json")).toBe(0);
  expect(await run(desk, desk.file, "--json", "--undeclared")).toBe(0);
  const [without, facts] = desk.out.map((text) => JSON.parse(text));
  expect(without).not.toHaveProperty("unmanaged");
  expect(facts).toMatchObject({
    changed: [],
    unmanaged: [{ name: "tone", fields: [{ name: "environment", before: null, after: "PRODUCTION" }] }],
  });
  expect(desk.notes).toEqual([]);
});

test("a Markdown file that cannot be written exits with 1 and is named in the error", async () => {
  const desk = await night();
  await desk.draft();
  expect(await run(desk, desk.file, "--markdown", desk.at("none/drift.md"))).toBe(1);
  expect(desk.notes.join("\n")).toMatch(/drift\.md was not written: ENOENT/);
});

test.each([
  ["a file that is not there", "nothing.json", "nothing.json cannot be read"],
  ["a file that is no export", "AT/odd.json", "odd.json: this is not the output of `pulumi stack export`."],
  ["no rules", "AT/prod.json --ignore-file no.yaml", "the ignore file cannot be read"],
  ["rules without a reason", "AT/prod.json --ignore-file AT/odd.yaml", "odd.yaml:1:10: ignore.0.reason"],
  ["no TypeScript for --adopt", "AT/prod.json --adopt AT/adopt.js", "a file name that ends in .ts"],
  ["a file of its own for --adopt", "AT/prod.json --adopt AT/old.ts", "old.ts already exists"],
  ["an import file for --adopt", "AT/prod.json --adopt AT/new.ts", "new.import.json already exists"],
])("a command line that names %s exits with 2 and sends no request", async (_what, args, reason) => {
  const desk = await night();
  await writeFile(desk.at("odd.json"), '{"secret":"sk-canary"}');
  await writeFile(desk.at("odd.yaml"), "ignore: [{ name: a }]");
  await writeFile(desk.at("old.ts"), "mine");
  await writeFile(desk.at("new.import.json"), "mine");
  expect(await run(desk, ...args.replaceAll("AT/", desk.at("/")).split(" "))).toBe(2);
  expect([desk.out, desk.notes.join("\n")]).toEqual([[], expect.stringContaining(reason)]);
  expect(desk.notes.join("\n")).not.toContain("canary");
  expect(desk.gateway.log.entries()).toEqual([]);
  expect(await readFile(desk.at("old.ts"), "utf8")).toBe("mine");
});

test("--adopt writes the program text and the import file, and prints the next steps", async () => {
  const desk = await night();
  await desk.draft();
  expect(await run(desk, desk.file, "--adopt", desk.at("adopt.ts"))).toBe(32);
  const text = await readFile(desk.at("adopt.ts"), "utf8");
  const command = `pulumi import --file ${desk.at("adopt.import.json")} --generate-code=false --protect=false --yes`;
  expect(text).toContain(`\n//   ${command}\n`);
  expect(text).toContain('\n//   team: new gateway.Workspace("team", …)\n');
  expect(text).toMatch(/new gateway\.Prompt\("team-draft", \{\n {2}workspaceId: team\.id,/);
  const { resources } = JSON.parse(await readFile(desk.at("adopt.import.json"), "utf8"));
  expect(resources).toMatchObject([
    { type: "pulumi-nodejs:dynamic/workspace-gateway:Prompt", name: "team-draft", inputs: { name: "draft" } },
  ]);
  expect(desk.notes.slice(0, 2)).toEqual([
    `${desk.at("adopt.ts")} declares 1 object. Paste the declarations into the program, and run:`,
    `  ${command}`,
  ]);
  expect(desk.gateway.log.entries().filter(({ method }) => method !== "GET")).toEqual([]);
});

test("--adopt writes nothing if there is nothing to adopt", async () => {
  const desk = await night();
  expect(await run(desk, desk.file, "--adopt", desk.at("adopt.ts"))).toBe(0);
  expect(desk.notes).toEqual([`There is nothing to adopt, so ${desk.at("adopt.ts")} was not written.`]);
  await expect(stat(desk.at("adopt.ts"))).rejects.toThrow("ENOENT");
});
