import { chmod, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { type ApplyOptions, applyPin } from "../../../cli/apply/command.js";
import { type ReviewOptions, runReview } from "../../../cli/review/command.js";
import { heardTerminal } from "../support/heard-terminal.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

/** What `pulumi stack export` prints of a stack with these resources. */
export function stateOf(...resources: readonly object[]): string {
  return JSON.stringify({ version: 3, deployment: { resources } });
}

/** A folder with a `pulumi` that is none: it prints files, and writes down how it was called. */
export async function stub(preview: string, config: object = {}) {
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  const { terminal, out, notes } = heardTerminal({
    ...{ PATH: folder, GITHUB_ACTIONS: "true", GITHUB_ACTOR: "ann" },
    GITHUB_SHA: "abcdef0123456789",
    // Nobody answers there: nothing of the gateway is read, and that is told.
    WORKSPACE_GATEWAY_BASE_URL: "http://127.0.0.1:9/api/v1",
    WORKSPACE_GATEWAY_ACCESS_TOKEN: "token",
    WORKSPACE_GATEWAY_RETRY_BUDGET: "0.001",
  });
  const script = `#!/bin/sh
echo "$*" >> ${at("calls")}
for word in "$@"; do
  [ "$previous" = --save-plan ] && echo '{"manifest":{"version":"v3.0.0"}}' > "$word"
  previous="$word"
done
[ "$1" = stack ] && exec /bin/cat "${folder}/$2"
[ "$1" = up ] && echo "Updating (dev):" && /bin/cat ${at("said")} && exit "$(/bin/cat ${at("up")})"
exec /bin/cat "${folder}/$1"
`;
  await writeFile(at("pulumi"), script);
  await chmod(at("pulumi"), 0o755);
  await writeFile(at("up"), "0");
  await writeFile(at("said"), "");
  await writeFile(at("calls"), "");
  await writeFile(at("preview"), preview);
  await writeFile(at("config"), JSON.stringify(config));
  await writeFile(at("export"), stateOf());
  await writeFile(at("history"), "[]");
  const pin = at("gateway.pin");
  const now = Date.parse("2026-11-22T10:00:00Z");
  return {
    out,
    notes,
    pin,
    write: (name: "preview" | "config" | "export" | "history" | "up" | "said", text: string) =>
      writeFile(at(name), text),
    /** How pulumi was called since the last time, without the folders that have another name in each run. */
    calls: async () => {
      const lines = (await readFile(at("calls"), "utf8")).trim().split("\n");
      await writeFile(at("calls"), "");
      return lines.map((line) => line.replace(/\S+\/plan\.json/, "PLAN"));
    },
    review: (options: ReviewOptions = {}, pulumi: readonly string[] = []) =>
      runReview({ pulumi }, { pin, ...options }, terminal, { now: () => now }),
    apply: (args: readonly string[] = [], days = 0, options: ApplyOptions = {}) =>
      applyPin(pin, args, options, terminal, { now: () => now + days * 24 * 60 * 60 * 1000 }),
  };
}
