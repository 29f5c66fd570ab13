import { chmod, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { sessionFor } from "../../../../../cli/commands/gateway.js";
import { driftCode } from "../../../../../cli/drift/drift.js";
import { findDrift } from "../../../../../cli/drift/find-drift.js";
import { readIgnoreFile } from "../../../../../cli/drift/ignore-file.js";
import { declarable } from "../../../../../cli/live/declarable.js";
import { readAccount } from "../../../../../cli/live/live-account.js";
import { readStackState } from "../../../../../cli/stack/stack-state.js";
import { kinds } from "../../../../../provider/every-kind.js";
import { canonical } from "../../../../../provider/spec/compare.js";
import type { Values } from "../../../../../provider/spec/values.js";
import { run } from "../../../export/support/run.ts";
import { type Brownfield, brownfield } from "./brownfield.ts";

interface Entry {
  readonly type: string;
  readonly name: string;
  readonly id: string;
  readonly inputs: Values;
  readonly outputs: Values;
}

/** An export, and the stack of its program, which is a list in this process: what an engine does to it, done by hand. */
export class PaperStack {
  readonly field: Brownfield;
  private readonly bin: string;
  private entries: Entry[] = [];

  private constructor(field: Brownfield) {
    this.field = field;
    this.bin = path.join(field.place, "bin");
  }

  /** The account of `brownfield`, exported without keys. With a stack that can be read from the start, if one is wanted. */
  static async exported(isRead = true, options: Parameters<Brownfield["run"]>[0] = {}): Promise<PaperStack> {
    const paper = new PaperStack(await brownfield());
    await paper.field.run({ leaveKeys: true, ...options });
    if (isRead) await paper.save();
    return paper;
  }

  /** Runs `export --into`, and gives the facts. It fails if something is left to be pasted. */
  async more(options: Parameters<Brownfield["json"]>[0] = {}): ReturnType<Brownfield["json"]> {
    const { field, bin } = this;
    field.out.length = 0;
    const env = { ...field.terminal.env, PATH: bin };
    try {
      await field.runElsewhere({ into: true, json: true, ...options }, { env });
    } catch (error) {
      expect(String(error)).toMatch(/could not be written, because somebody has edited/);
    }
    return JSON.parse(field.out.join("\n"));
  }

  /**
   * What `pulumi import` does with a file: what the stack has stays, and another object in its place is an error.
   *
   * @param most - after so many it is interrupted
   */
  async import(file = "import.json", most?: number): Promise<void> {
    const { resources }: { resources: Entry[] } = JSON.parse((await this.field.files())[file] ?? "");
    for (const entry of resources.slice(0, most)) {
      const old = this.entries.find(({ type, name }) => type === entry.type && name === entry.name);
      expect(old?.id ?? entry.id).toBe(entry.id);
      if (old === undefined) this.entries.push(entry);
    }
    await this.save();
  }

  /** What `pulumi refresh` does: the stack has the values that the gateway shows, of the properties that it had. */
  async refresh(): Promise<void> {
    const live = await this.live();
    this.entries = this.entries.flatMap((entry) => {
      const seen = live.find(({ kind, id }) => entry.type.endsWith(`:${kind}`) && entry.id === id);
      if (seen === undefined) return [];
      const inputs = Object.entries(entry.inputs).map(([name, old]) => [
        name,
        name.startsWith("__") ? old : (seen.declared[name] ?? null),
      ]);
      return [
        { ...entry, inputs: Object.fromEntries(inputs), outputs: { ...entry.outputs, ...seen.outputs } },
      ];
    });
    await this.save();
  }

  /** What a preview would show: each step, with the properties that differ. */
  async preview(): Promise<string[]> {
    const texts = Object.entries(await this.field.files()).map(([file, text]) => ({ path: file, text }));
    const memory = JSON.parse(texts.find((file) => file.path === "export.json")?.text ?? "");
    const declared = run({ files: texts, objects: memory.objects });
    const steps = declared.flatMap(({ kind, name, args }) => {
      const old = this.entries.find((entry) => entry.type.endsWith(`:${kind}`) && entry.name === name);
      if (old === undefined) return [`create ${kind} ${name}`];
      const { __provider: _, ...inputs } = old.inputs;
      const differing = [...new Set([...Object.keys(inputs), ...Object.keys(args)])].filter(
        (key) => canonical(inputs[key]) !== canonical(args[key]),
      );
      return differing.length === 0 ? [] : [`update ${kind} ${name}: ${differing.join(", ")}`];
    });
    const gone = this.entries.filter(
      (entry) => !declared.some(({ kind, name }) => entry.type.endsWith(`:${kind}`) && entry.name === name),
    );
    return [...steps, ...gone.map(({ name, type }) => `delete ${type.split(":").at(-1)} ${name}`)];
  }

  /** The stack that another export finds. */
  async isReadBy(other: PaperStack): Promise<void> {
    other.entries = this.entries;
    await other.save();
  }

  /** The exit code of `drift`, with the ignore rules that stand beside the program. */
  async drift(): Promise<number> {
    const rules = (await this.field.files())["gateway-drift.yaml"] ?? "";
    const session = sessionFor(this.field.terminal, {}, kinds);
    const state = readStackState(this.text(), kinds);
    const stacks = [{ name: "program/dev", state, session }];
    const found = await findDrift({ stacks, kinds, rules: readIgnoreFile(rules, "rules", kinds).ignore });
    return driftCode(found.drift);
  }

  /** What of the account a program can declare, as the gateway shows it now. */
  async live(): Promise<{ kind: string; id: string; declared: Values; outputs: Values }[]> {
    const { objects } = await readAccount({ kinds, session: sessionFor(this.field.terminal, {}, kinds) });
    const seen = await Promise.all(objects.map(declarable));
    return seen.flatMap((each) =>
      "imported" in each ? [{ kind: each.object.kind.name, id: each.object.id, ...each.imported }] : [],
    );
  }

  /** The ids in the stack. */
  get ids(): ReadonlySet<string> {
    return new Set(this.entries.map(({ type, id }) => `${type.split(":").at(-1)} ${id}`));
  }

  private text(): string {
    const resources = this.entries.map((entry) => ({
      ...entry,
      urn: `urn:pulumi:dev::program::${entry.type}::${entry.name}`,
      custom: true,
    }));
    return JSON.stringify({ version: 3, deployment: { resources } });
  }

  /** From here on, `pulumi stack export` prints it. */
  private async save(): Promise<void> {
    await mkdir(this.bin, { recursive: true });
    await writeFile(path.join(this.bin, "state"), this.text());
    const script = `#!/bin/sh\n[ "$1 $2" = "stack export" ] && /bin/cat ${path.join(this.bin, "state")}\n`;
    await writeFile(path.join(this.bin, "pulumi"), script);
    await chmod(path.join(this.bin, "pulumi"), 0o755);
  }
}
