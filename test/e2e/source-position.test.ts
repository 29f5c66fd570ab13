import { expect, test } from "vitest";
import { everything } from "./support/everything.ts";
import { life, up } from "./support/life.ts";
import { program } from "./support/program.ts";

const w = life({ objects: everything });

/** What the state says of where each of our resources was declared. */
async function recorded(): Promise<Record<string, unknown>> {
  const { resources = [] } = (await w.project.exportState()).deployment;
  const ours = resources.filter(({ type }) => type.includes("workspace-gateway"));
  return Object.fromEntries(
    ours.map(({ urn, sourcePosition, stackTrace }) => [
      urn.split("::").at(-1),
      { sourcePosition, stackTrace },
    ]),
  );
}

/** That text in the program, and no other frame. */
function at(text: string) {
  const lines = program.slice(0, program.indexOf(text)).split("\n");
  const sourcePosition = `project:///index.ts#${lines.length},${(lines.at(-1) ?? "").length + 1}`;
  return { sourcePosition, stackTrace: [{ sourcePosition }] };
}

test("the state of every resource points at the line of the program that declares it, and holds no other frame", async () => {
  await up(w);
  const names = everything.map(({ name }) => [name, at("new gateway[kind](")]);
  expect(await recorded()).toEqual(Object.fromEntries(names));
});

test("so does that of a resource that is only read", async () => {
  const [team] = w.gateway.rows("workspaces");
  await up(w, [...everything, { kind: "Workspace", name: "theirs", get: String(team?.id) }]);
  expect((await recorded()).theirs).toEqual(at("get(name, object.get"));
});
