import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { type ExportOptions, exportAccount } from "../../../../cli/export/export-account.js";
import { type Desk, openDesk } from "../../support/desk.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

type Facts = Readonly<Record<"kind" | "id" | "name" | "file" | "what" | "command", string>>[];

/** A desk at an account that somebody clicked together, and a place for its export. */
export async function brownfield(env: Desk["terminal"]["env"] = {}) {
  const desk = await openDesk({}, env);
  const { gateway, clicks, terminal, out } = desk;
  const place = await temporaryFolder();
  const folder = path.join(place, "program");
  const support = await clicks.workspace("Support");
  const other = await clicks.workspace("Other");
  const provider = await clicks.provider(support, "openai", { api_key: "sk-canary-export" });
  const model = await clicks.model(support, provider, "gpt");
  await clicks.prompt(support, "tone", "Be brief.\nBe kind.\nBe exact.\nBe done.", { model_id: model.id });
  await clicks.mapping(support, "gpt-*", model.gateway_name);
  const greeting = await clicks.prompt(other, "greeting", "Say hello.");
  gateway.seed.quota({ name: "burst", max_requests: 60, period: "CALENDAR", window_minutes: 1 });
  gateway.log.clear();
  const run = (options: ExportOptions = {}) => exportAccount(folder, options, terminal);
  return {
    ...desk,
    place,
    folder,
    support,
    other,
    greeting,
    run,
    /** The same into another folder, or with other variables. */
    runElsewhere: (options: ExportOptions, at: { folder?: string; env?: Desk["terminal"]["env"] }) =>
      exportAccount(at.folder ?? folder, options, { ...terminal, env: at.env ?? terminal.env }),
    json: async (
      options: ExportOptions = {},
    ): Promise<Record<"objects" | "keys" | "remarks" | "leftOut", Facts> & { files: string[] }> => {
      out.length = 0;
      await run({ ...options, json: true });
      return JSON.parse(out.join("\n"));
    },
    files: async (at = folder): Promise<Record<string, string>> => {
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
