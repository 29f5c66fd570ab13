import { readFileSync } from "node:fs";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Judgement } from "../../../../cli/guard/guard.ts";
import type { Finding } from "../../../../cli/review/facts/review.ts";
import { shortHash } from "../../../../provider/spec/compare.ts";
import { startGateway } from "../../../gateway/index.ts";
import { tables } from "../../../gateway/resources/tables.ts";
import { openStore } from "../../../gateway/store/store.ts";
import type { Adapter } from "../../../harness/adapter.ts";
import { CommandRun } from "../../support/command-run.ts";
import { secrets } from "./base.ts";
import type { Edit } from "./edit.ts";
import { type Recording, unpacked } from "./recording.ts";

/** What `review --guard` says of an edit. */
interface Judged {
  readonly isSevere: boolean;
  /** The exit code, the risk, and what is high or refused; of a preview that failed, its errors. */
  readonly lines: readonly string[];
  readonly page: string;
}

/** A recorded stack: its gateway, and a `pulumi` that prints what the real one has printed. */
export interface Replay {
  judge(edit: Edit): Promise<Judged>;
  close(): Promise<void>;
}

export const recorded = (adapter: Adapter): Recording =>
  unpacked(readFileSync(path.join(import.meta.dirname, "fixtures", `${adapter}.json`), "utf8"));

export async function openReplay({ edits, tables: rows }: Recording): Promise<Replay> {
  const folder = await mkdtemp(path.join(tmpdir(), "edits-"));
  const at = (name: string) => path.join(folder, name);
  fill(at("gateway.db"), rows);
  const gateway = await startGateway({ db: at("gateway.db") });
  const values = Object.entries(secrets).map(([key, value]) => [`northwind:${key}`, { value, secret: true }]);
  await writeFile(at("config"), JSON.stringify(Object.fromEntries(values)));
  await writeFile(at("stack"), JSON.stringify({ version: 3, deployment: { resources: [] } }));
  await writeFile(at("pulumi"), `#!/bin/sh\nexec /bin/cat "${folder}/$1"\n`);
  await chmod(at("pulumi"), 0o755);
  const env = {
    HOME: folder,
    PATH: folder,
    WORKSPACE_GATEWAY_BASE_URL: gateway.baseUrl,
    WORKSPACE_GATEWAY_ACCESS_TOKEN: gateway.token(),
  };
  const account = shortHash(gateway.account("owner").id);
  return {
    async judge({ what, args = [] }) {
      const { steps = [], diagnostics = [] } = edits[what] ?? {};
      const changeSummary: Record<string, number> = {};
      for (const { op } of steps) changeSummary[op] = (changeSummary[op] ?? 0) + 1;
      const text = JSON.stringify({ steps, diagnostics, changeSummary })
        .replaceAll('"__gateway":"__gateway"', `"__gateway":${JSON.stringify(gateway.baseUrl)}`)
        .replaceAll('"__account":"__account"', `"__account":${JSON.stringify(account)}`);
      await writeFile(at("preview"), text);
      const narrowing = args.length === 0 ? [] : ["--", ...args];
      const options = ["--guard", "--no-routes", "--json", "--markdown", at("page.md")];
      const { code, stdout, output } = await new CommandRun(["review", ...options, ...narrowing], env).done;
      const page = await readFile(at("page.md"), "utf8");
      if (code === 1) {
        return { isSevere: true, lines: ["fails", ...page.split("\n").slice(2)], page };
      }
      if (code !== 0 && code !== 3) {
        throw new Error(output);
      }
      const { risk, findings, verdict }: Facts = JSON.parse(stdout);
      const severe = [...findings.filter((each) => each.risk === "high"), ...verdict.refused];
      const reasons = severe.map(({ rule, name, reason }) => `- **${rule}** ${name ?? ""}: ${reason}`);
      const lines = [`${risk}${code === 3 ? ", refused" : ""}`, ...new Set(reasons)];
      return { isSevere: code === 3 || risk === "high", lines, page };
    },
    async close() {
      await gateway.close();
      await rm(folder, { recursive: true });
    },
  };
}

interface Facts {
  readonly risk: string;
  readonly findings: readonly Finding[];
  readonly verdict: { readonly refused: readonly Judgement[] };
}

/** Writes the rows of a gateway into its database. */
function fill(file: string, rows: Recording["tables"]): void {
  const store = openStore(file, tables);
  try {
    for (const name of Object.keys(tables) as string[]) {
      for (const row of rows[name] ?? [])
        store.table(name).insert(row as Parameters<ReturnType<typeof store.table>["insert"]>[0]);
    }
  } finally {
    store.close();
  }
}
