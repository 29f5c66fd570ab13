import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { canonical } from "../../../../provider/spec/compare.js";
import { runs, seedOf } from "../../../harness/tests/depth.ts";
import { run } from "../../export/support/run.ts";
import { PaperStack } from "./support/paper-stack.ts";
import { paste } from "./support/person.ts";

type Facts = Awaited<ReturnType<PaperStack["more"]>>;

/** Weeks of a team: people click, edit files, export, import and refresh, in any order. */
const text = fc.constantFrom("Say a.", "Say b.", "1\n2\n3\n4", "1\n2\n3\n4\n5\n", 'Say "c".', "");
const which = fc.nat(9);
const click = fc.oneof(
  fc.record({ does: fc.constant("make"), which, text }),
  fc.record({ does: fc.constant("change"), which, text }),
  fc.record({ does: fc.constant("move"), which, text }),
  fc.record({ does: fc.constant("remove"), which, text }),
  fc.record({ does: fc.constant("again"), which, text }),
  fc.record({ does: fc.constant("workspace"), which, text }),
);
const step = fc.oneof(
  { weight: 4, arbitrary: click },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constantFrom("edit", "export", "export", "part", "import", "half", "refresh", "paste"),
      which,
      text,
    }),
  },
);
const story = fc.record({ isRead: fc.boolean(), steps: fc.array(step, { minLength: 4, maxLength: 14 }) });

test("whatever people click, edit and run, nothing is lost, nothing edited is overwritten, and in the end all is in step", {
  timeout: 600_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(story, async ({ isRead, steps }) => {
      const team = new Team(await PaperStack.exported(isRead), isRead);
      for (const each of steps) await team.lives(each);
      await team.ends();
    }),
    {
      numRuns: Number(process.env.STORIES ?? runs(25)),
      seed: Number(process.env.STORIES_SEED ?? seedOf(30)),
    },
  );
});

class Team {
  private readonly paper: PaperStack;
  private readonly isRead: boolean;
  private readonly edited = new Map<string, string>();
  private said: Facts | undefined;
  private count = 0;

  constructor(paper: PaperStack, isRead: boolean) {
    this.paper = paper;
    this.isRead = isRead;
  }

  async lives({ does, which, text }: { does: string; which: number; text: string }): Promise<void> {
    const { paper } = this;
    const { clicks, support, other, gateway, folder } = paper.field;
    const prompts = gateway.rows("prompts");
    const row = prompts[which % prompts.length];
    const home = which % 2 === 0 ? support : other;
    const at = { id: String(row?.workspace_id) };
    const prompt = { id: String(row?.id) };
    if (does === "make") await clicks.prompt(home, `p${++this.count}`, text || "x");
    if (does === "workspace" && this.count < 3) {
      await clicks.prompt(await clicks.workspace(`W ${++this.count}`), "first", text || "x");
    }
    if (row !== undefined) {
      if (does === "change") await clicks.change("/prompts", at, prompt, { content: text || "x" });
      if (does === "move") {
        await clicks.change("/prompts", at, prompt, {
          position: which,
          environment: which % 3 === 0 ? null : "STAGING",
        });
      }
      if (does === "remove" || does === "again") await clicks.remove("/prompts", at, prompt);
      if (does === "again")
        await clicks.make("/prompts", { workspace_id: at.id, name: row.name, content: text || "x" });
    }
    if (does === "edit") {
      const files = Object.keys(await paper.field.files()).filter((file) => /\.(ts|md)$/.test(file));
      const file = files[which % files.length] ?? "";
      const now = `${await readFile(path.join(folder, file), "utf8")}${file.endsWith(".ts") ? "\n// mine\n" : "\nmine"}`;
      await writeFile(path.join(folder, file), now);
      this.edited.set(file, now);
    }
    if (does === "export") await this.exports();
    if (does === "part") await this.exports({ workspace: ["Other"] });
    if (does === "import" && this.isRead) await paper.import();
    if (does === "half" && this.isRead) await paper.import("import.json", which);
    if (does === "refresh" && this.isRead) await paper.refresh();
    if (does === "paste") await this.pastes();
  }

  async ends(): Promise<void> {
    const { paper } = this;
    await this.takesTextsBack();
    for (let round = 0; round < 3; round++) {
      await this.exports();
      await this.pastes();
    }
    const { notWritten, changed, vanished } = await this.exports();
    expect([notWritten, changed]).toEqual([[], []]);
    await paper.refresh();
    await this.exports();
    await paper.import();
    const steps = await paper.preview();
    const isOfGone = (line: string) =>
      vanished.some(({ kind, name }) => `${line}:`.includes(` ${kind} ${name}:`));
    expect(steps.filter((line) => !isOfGone(line))).toEqual([]);
    expect((await paper.drift()) & ~16).toBe(0);
    const live = await paper.live();
    expect(live.filter(({ kind, id }) => !paper.ids.has(`${kind} ${id}`))).toEqual([]);
  }

  /** What people wrote into a text is a value of theirs: they do not keep it. */
  private async takesTextsBack(): Promise<void> {
    for (const [file, mine] of this.edited) {
      if (file.endsWith(".md")) {
        await writeFile(path.join(this.paper.field.folder, file), mine.replace(/(\nmine)+$/, ""));
        this.edited.delete(file);
      }
    }
  }

  private async pastes(): Promise<void> {
    const { pastes = [] } = this.said ?? {};
    await paste(this.paper.field.folder, pastes);
    const files = await this.paper.field.files();
    for (const { path: file } of pastes) this.edited.set(file, files[file] ?? "");
    this.said = undefined;
  }

  private async exports(options: { workspace?: readonly string[] } = {}): Promise<Facts> {
    const facts = await this.paper.more(options);
    if (options.workspace === undefined) await this.holds(facts);
    this.said = facts;
    return facts;
  }

  /** What holds after every export of the whole account. */
  private async holds({ changed, notWritten, notFound, blocked }: Facts): Promise<void> {
    const { paper } = this;
    const files = await paper.field.files();
    for (const [file, mine] of this.edited) expect([file, files[file]]).toEqual([file, mine]);
    const { objects } = JSON.parse(files["export.json"] ?? "");
    const texts = Object.entries(files).map(([file, content]) => ({ path: file, text: content }));
    const declared = run({ files: texts, objects });
    const waits = (name: string) =>
      ["import.json", "import-later.json"].some((file) =>
        JSON.parse(files[file] ?? '{"resources":[]}').resources.some(
          (entry: { id: string }) => entry.id === name,
        ),
      );
    for (const { kind, id, declared: values } of await paper.live()) {
      const label = `${kind} ${id} ${canonical(values)}`;
      const left = notWritten.some((each) => each.kind === kind && each.id === id);
      const known = objects.find(
        (each: { kind: string; id: string }) => each.kind === kind && each.id === id,
      );
      const isBlocked = blocked.some((line) =>
        line.startsWith(`${kind} ${JSON.stringify(known?.name)} was not`),
      );
      expect(waits(id) || paper.ids.has(`${kind} ${id}`) || isBlocked, label).toBe(true);
      if (left) continue;
      const found = declared.find((each) => each.kind === kind && each.name === known?.name);
      if (notFound.some((each) => each.id === id)) continue;
      const told = changed.find((each) => each.kind === kind && each.id === id)?.waiting ?? [];
      const isMine = String(found?.args.content).endsWith("mine");
      const differing = Object.keys({ ...values, ...found?.args }).filter(
        (name) => canonical(values[name]) !== canonical(found?.args[name]),
      );
      const silent = differing.filter((name) => !told.includes(name) && !(isMine && name === "content"));
      expect(silent, label).toEqual([]);
      expect(found, label).toBeDefined();
    }
  }
}
