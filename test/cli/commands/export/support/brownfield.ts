import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { onTestFinished } from "vitest";
import { exportAccount } from "../../../../../cli/commands/export/export-account.js";
import type { ExportOptions } from "../../../../../cli/commands/export/export-options.js";
import { exportProgram } from "../../../../../cli/export/export-program.js";
import { type Desk, openDesk } from "../../support/desk.ts";

/** A desk at an account that somebody clicked together, and a place for its export. */
export interface Brownfield extends Desk {
  readonly place: string;
  /** The folder that exports go to. */
  readonly folder: string;
  /** The ids of the workspaces. */
  readonly support: string;
  readonly other: string;
  make(path: string, body: Record<string, unknown>): Promise<Made>;
  run(options?: ExportOptions): Promise<void>;
  /** The same into another folder, or with other variables. */
  runElsewhere(options: ExportOptions, at: { folder?: string; env?: Desk["terminal"]["env"] }): Promise<void>;
  /** The result that `--json` prints. */
  json(options?: ExportOptions): Promise<ExportFacts>;
  /** All files of the folder, or of another, by path. */
  files(at?: string): Promise<Record<string, string>>;
}

type Made = Readonly<Record<"id" | "gateway_name", string>>;

interface Named {
  readonly kind: string;
  readonly id: string;
  readonly name: string;
  readonly file: string;
}

interface ExportFacts {
  readonly files: readonly string[];
  readonly objects: readonly Named[];
  readonly keys: readonly { readonly command: string }[];
  readonly remarks: readonly { readonly what: string }[];
  readonly leftOut: readonly { readonly what: string }[];
  readonly vanished: readonly Named[];
  readonly notWritten: readonly (Named & { readonly text: string })[];
  readonly keptFiles: readonly string[];
  readonly overwritten: readonly string[];
  readonly imported: unknown;
}

export async function brownfield(env: Desk["terminal"]["env"] = {}): Promise<Brownfield> {
  const desk = await openDesk({}, env);
  const { gateway, terminal, out } = desk;
  const place = await mkdtemp(path.join(tmpdir(), "brownfield-"));
  onTestFinished(() => rm(place, { recursive: true }));
  const folder = path.join(place, "program");
  const make = async (to: string, body: Record<string, unknown>) => {
    const { body: answer } = await gateway.console("POST", to, body);
    return (answer as { data: Made }).data;
  };
  const { id: support } = await make("/workspaces", { name: "Support" });
  const { id: other } = await make("/workspaces", { name: "Other" });
  const workspace_id = support;
  const upstream = { base_url: "https://up.example/v1", priority: 1, compatibility: "OPENAI_SDK" };
  const provider = await make("/providers", {
    workspace_id,
    name: "openai",
    ...upstream,
    api_key: "sk-canary-export",
  });
  const prices = { input_cost: 1, output_cost: 2, context_window: 1000 };
  const model = await make("/models", {
    workspace_id,
    provider_id: provider.id,
    name: "gpt",
    display_name: "GPT",
    type: "chat",
    ...prices,
  });
  const content = "Be brief.\nBe kind.\nBe exact.\nBe done.";
  await make("/prompts", { workspace_id, name: "tone", content, model_id: model.id });
  await make("/mappings", { workspace_id, source_name: "gpt-*", target_model: model.gateway_name });
  await make("/prompts", { workspace_id: other, name: "greeting", content: "Say hello." });
  gateway.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  gateway.log.clear();
  const run = (options: ExportOptions = {}) => exportAccount(folder, options, terminal, exportProgram);
  return {
    ...desk,
    place,
    folder,
    support,
    other,
    make,
    run,
    runElsewhere: (options, { folder: elsewhere = folder, env: variables = terminal.env }) =>
      exportAccount(elsewhere, options, { ...terminal, env: variables }, exportProgram),
    json: async (options = {}) => {
      out.length = 0;
      await run({ ...options, json: true });
      return JSON.parse(out.join("\n"));
    },
    files: async (at = folder) => {
      const entries = await readdir(at, { recursive: true, withFileTypes: true });
      const paths = entries
        .filter((entry) => entry.isFile())
        .map((entry) => path.join(entry.parentPath, entry.name));
      const texts = paths.map(async (file) => [
        path.relative(at, file).replaceAll(path.sep, "/"),
        await readFile(file, "utf8"),
      ]);
      return Object.fromEntries(await Promise.all(texts));
    },
  };
}
