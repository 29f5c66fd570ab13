import { randomUUID } from "node:crypto";
import { readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { PulumiProject } from "../../harness/engine.ts";
import { type Came, plainText } from "./recorded.ts";

/** One stack of the real engine that is brought up again and again, each time from nothing. */
export class RealStack {
  private readonly empty: Promise<string>;

  constructor(readonly project: PulumiProject) {
    this.empty = readFile(this.file, "utf8");
  }

  private get file(): string {
    const { backend, stack, directory } = this.project;
    const name = path.basename(directory).slice(0, -randomUUID().length - 1);
    return path.join(backend, ".pulumi/stacks", name, `${stack}.json`);
  }

  /** What an `up` of the program makes out of an empty stack. */
  async up(env: Readonly<Record<string, string>>): Promise<Came> {
    await writeFile(this.file, await this.empty);
    const events = path.join(this.project.directory, "events.jsonl");
    await rm(events, { force: true });
    const { code, output } = await this.project.up({
      skipPreview: true,
      args: ["--event-log", events],
      env: { ...env, PULUMI_DEBUG_COMMANDS: "true" },
    });
    const errors = (await readFile(events, "utf8"))
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line).diagnosticEvent)
      .filter((event) => event?.severity === "error")
      .map(({ urn = "", message }) => ({ urn, message: plainText(message) }));
    // What a program says once the engine has stopped it comes of that alone, and not each time.
    const causes = errors.filter(
      ({ urn, message }) =>
        urn !== "" ||
        !errors.some((each) => each.urn !== "") ||
        !/^(?:Running program|update failed)/.test(message),
    );
    if (code !== 0 && errors.length === 0) throw new Error(`the engine failed without a word:\n${output}`);
    const { deployment } = await this.project.exportState(["--show-secrets"]);
    return {
      resources: deployment.resources ?? [],
      errors: causes.filter(({ message }) => message !== "update failed"),
    };
  }
}
