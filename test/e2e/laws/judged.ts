import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { CommandRun } from "../../cli/support/command-run.ts";
import type { ProcessResult } from "../../harness/process.ts";
import { Console } from "../support/console.ts";
import type { Declared } from "../support/declaration.ts";
import { up } from "../support/life.ts";
import type { World } from "../support/world.ts";
import { type Edit, tokened } from "./edit.ts";

/** What a reviewer and a pipeline are told of an edit. */
export interface Judged {
  readonly risk: string;
  readonly refused: boolean;
  readonly findings: readonly string[];
}

export interface Tried extends Edit {
  readonly token: string;
}

/** The same edits, each as one of many that share a stack. */
export function tried<E extends Edit>(edits: readonly E[], letter: string): (E & Tried)[] {
  return edits.map((edit, index) => {
    const token = `${letter}${String(index).padStart(3, "0")}`;
    return { ...edit, token, before: tokened(edit.before, token), after: tokened(edit.after, token) };
  });
}

/** Brings the stack to where it is before all of the edits. People have to be in a workspace before they are declared. */
export async function apply(w: World, edits: readonly Tried[]): Promise<void> {
  const before = edits.flatMap((edit) => edit.before);
  for (const { token, before: some, after } of edits) {
    if ([...some, ...after].some(({ kind }) => kind === "Quota")) {
      w.gateway.seed.quota({
        name: `burst ${token}`,
        max_requests: 1000,
        period: "ROLLING",
        window_minutes: 60,
      });
    }
  }
  await up(
    w,
    before.filter(({ kind }) => kind !== "Member"),
    { parallel: 32 },
  );
  for (const { id } of w.gateway.rows("workspaces")) join(w, String(id));
  await up(w, before, { parallel: 32 });
  for (const edit of edits) await edit.console?.(handsOf(w, edit));
}

function join(w: World, workspace: string): void {
  w.gateway.seed.member(workspace, "admin", "ADMIN");
  w.gateway.seed.member(workspace, "member", "MEMBER");
}

/** The id of the edit's workspace. */
function workspaceOf({ gateway }: World, { token }: Pick<Tried, "token">): string {
  const row = gateway.rows("workspaces").find(({ name }) => String(name).endsWith(` ${token}`));
  return String(row?.id);
}

function handsOf(w: World, edit: Tried) {
  const { gateway } = w;
  const rows = (table: "providers" | "models") => gateway.rows(table);
  const id = workspaceOf(w, edit);
  return {
    clicks: new Console(gateway),
    team: { id, gateway_name: "" },
    named: (table: "providers" | "models", name: string) => {
      const row = rows(table).find((each) => each.workspace_id === id && each.name === name);
      return { id: String(row?.id), gateway_name: String(row?.gateway_name) };
    },
  };
}

interface Preview {
  readonly steps: readonly { readonly op: string; readonly urn: string }[];
  readonly diagnostics?: readonly { readonly severity: string; readonly message: string }[];
}

/** One real preview of all edits, cut into that of each: its own steps, and the stack's. */
export async function previews(
  w: World,
  edits: readonly Pick<Tried, "after">[],
): Promise<(token: string) => string> {
  await w.declare(edits.flatMap(({ after }) => after.map((object) => withTheirs(w, object))));
  const { stdout } = await w.project.run(["preview", "--json", "--show-sames", "--stack", w.project.stack]);
  const preview: Preview = JSON.parse(stdout);
  expect(preview.diagnostics?.filter(({ severity }) => severity === "error") ?? []).toEqual([]);
  return (token) => {
    const steps = preview.steps.filter(({ urn }) => tokenOf(urn) === undefined || tokenOf(urn) === token);
    const changeSummary: Record<string, number> = {};
    for (const { op } of steps) changeSummary[op] = (changeSummary[op] ?? 0) + 1;
    return JSON.stringify({ ...preview, steps, changeSummary });
  };
}

const tokenOf = (urn: string) => /::([a-z]\d{3})-[^:]*$/.exec(urn)?.[1];

/** A workspace that is only read is one that somebody else has made. */
function withTheirs(w: World, object: Declared): Declared {
  const row = w.gateway.rows("workspaces").find(({ name }) => name === "Theirs");
  return object.get === "theirs" ? { ...object, get: String(row?.id) } : object;
}

/** The preview as if the edit were alone on its stack, under the names that it was written with. */
export function without(token: string, text: string): string {
  return text.replaceAll(`${token}-`, "").replaceAll(` ${token}"`, '"');
}

/** `review --guard` of a preview, with the usual rules. */
export async function review(w: World, text: string): Promise<ProcessResult> {
  const folder = await mkdtemp(path.join(tmpdir(), "edit-"));
  try {
    const file = path.join(folder, "preview.json");
    await writeFile(file, text);
    return await new CommandRun(["review", file, "--json", "--guard"], w.project.env).done;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What it says. */
export async function judge(w: World, text: string): Promise<Judged> {
  const { code, stdout, output } = await review(w, text);
  expect([0, 3], output).toContain(code);
  const { risk, findings, verdict } = JSON.parse(stdout);
  const told = [...findings, ...verdict.refused].map(
    ({ rule, name, risk: its = "refused" }) => `${its} ${rule} ${name ?? ""}`,
  );
  return { risk, refused: code === 3, findings: [...new Set<string>(told)].sort() };
}
