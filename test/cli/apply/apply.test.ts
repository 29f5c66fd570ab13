import { rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { gpt, previewOf, team, tone, unknown, urn } from "../review/facts/support/preview.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";
import { stateOf, stub } from "./stub.ts";

const cheaper = { inputCost: 1 };
const planned = previewOf(gpt.updated(cheaper));
const unchanged = previewOf(gpt.same());
const destroying = previewOf(team.deleted());
const key = (value: string) => ({ "shop:key": { secret: true, value } });

test("a review with a pin refreshes, saves Pulumi's plan, and says when the pin expires", async () => {
  const { review, calls, notes } = await stub(planned);
  await review({ maxAge: 2 }, ["--stack", "org/dev", "--diff"]);
  expect(await calls()).toEqual([
    "stack export --show-secrets --non-interactive --stack org/dev",
    "stack history --json --page-size 100 --page 1 --non-interactive --stack org/dev",
    "preview --json --show-sames --non-interactive --save-plan PLAN --stack org/dev --diff --refresh",
    "config --json --show-secrets --non-interactive --stack org/dev",
  ]);
  expect(notes.join("\n")).toContain("The pin can be applied until 2026-11-24T10:00:00.000Z.");
});

test("apply previews the reviewed stack again and then runs the plan", async () => {
  const { review, apply, calls, notes, out } = await stub(planned);
  await review({}, ["--stack", "org/dev"]);
  await calls();
  await apply(["--parallel", "4"]);
  expect(await calls()).toEqual([
    "stack export --show-secrets --non-interactive --stack=org/dev",
    "stack history --json --page-size 100 --page 1 --non-interactive --stack=org/dev",
    "preview --json --show-sames --non-interactive --save-plan PLAN --parallel 4 --stack=org/dev --refresh",
    "config --json --show-secrets --non-interactive --stack=org/dev",
    "up --parallel 4 --stack=org/dev --yes --non-interactive --skip-preview --refresh --plan PLAN",
  ]);
  expect(notes.at(-1)).toBe(
    "Reviewed by ann at 2026-11-22T10:00:00.000Z for commit abcdef012345: update Model gpt.",
  );
  expect(out.at(-1)).toBe("Updating (dev):");
});

test("a review with --target says so first, and only the same targets are applied", async () => {
  const { review, apply, calls, out } = await stub(planned);
  const target = ["--target", urn("Model", "gpt")];
  await review({}, target);
  expect(out.join("\n")).toMatch(/^.*\n## .*, for part of the stack/);
  expect(out.join("\n")).toContain(`Only part of the stack was previewed: \`${target.join(" ")}\`.`);
  await calls();
  await expect(apply(["--target", urn("Model", "mini")])).rejects.toThrow(
    `the review covered ${target.join(" ")}`,
  );
  await apply();
  expect((await calls()).at(-1)).toContain(`up ${target.join(" ")} --yes`);
});

test("files that review and apply write are not program files unless the program names them", async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  await writeFile(at("Pulumi.yaml"), "name: shop\nruntime: nodejs\n");
  await writeFile(at("package-lock.json"), "{}");
  await writeFile(at("index.ts"), "");
  const { review, apply, calls } = await stub(previewOf(tone.updated({ content: unknown })));
  const reviewed = async () => {
    await review({ markdown: at("comment.md") }, ["--cwd", folder]);
    await writeFile(at("comment.md"), "Something else.");
    await writeFile(at("applied.md"), "Applied last week.");
  };
  await reviewed();
  await apply(["--cwd", folder], 0, { markdown: at("applied.md") });
  expect((await calls()).at(-1)).toMatch(/^up /);
  await writeFile(at("index.ts"), 'readFileSync("./comment.md");');
  await rm(at("applied.md"));
  await reviewed();
  await expect(apply(["--cwd", folder], 0, { markdown: at("applied.md") })).rejects.toThrow(
    "comment.md was changed",
  );
});

const ran = (kind: string, resourceChanges: object) => ({
  kind,
  startTime: "2026-11-22T11:00:00Z",
  resourceChanges,
});

/** The command of pulumi in each call. */
const commands = (calls: readonly string[]) => calls.map((line) => line.split(" ")[0]);

test("a pin without changes still runs `up` to save connection settings, even after no-op runs", async () => {
  const { review, apply, write, calls } = await stub(unchanged);
  await review();
  await calls();
  await write("history", JSON.stringify([ran("refresh", { update: 2 }), ran("update", { same: 4 })]));
  await apply();
  expect(commands(await calls())).toEqual(["stack", "stack", "preview", "config", "up"]);
});

test("a pin without changes does not apply later changes and does not fail", async () => {
  const { review, apply, write, calls, notes } = await stub(unchanged);
  await review();
  await write("preview", planned);
  await calls();
  await apply();
  expect(commands(await calls())).not.toContain("up");
  expect(notes.at(-1)).toMatch(
    /^Nothing to do: the review had no changes, and \d differences since then were not reviewed\.$/,
  );
});

test("a change of only a resource option is applied, and then there is nothing to do", async () => {
  const kept = gpt.same();
  const guarded = { inputs: {}, ...kept.newState, protect: true };
  const { review, apply, write, calls, notes } = await stub(previewOf({ ...kept, newState: guarded }));
  await review();
  await calls();
  await apply();
  expect(notes.join("\n")).toContain("Model gpt is now protected");
  expect(commands(await calls())).toContain("up");
  await write("preview", unchanged);
  await apply();
  expect(commands(await calls())).not.toContain("up");
  expect(notes.at(-1)).toBe("Nothing to do: the reviewed changes have already been applied.");
});

interface Now {
  /** The arguments of the review. */
  readonly reviewed?: string[];
  readonly days?: number;
  readonly args?: string[];
  readonly preview?: string;
  readonly config?: object;
  readonly state?: string;
  readonly history?: object[];
}

test.each<[string, Now, string]>([
  ["a pin that is too old", { days: 7.1 }, "it expired at 2026-11-29T10:00:00.000Z"],
  [
    "a stack of that name in another organization",
    { reviewed: ["--stack", "ours/dev"], args: ["--stack", "theirs/dev"] },
    "the reviewed stack is ours/dev, not theirs/dev",
  ],
  ["a part of a stack", { args: ["--target", urn("Model", "gpt")] }, "the review covered the whole stack"],
  ["another stack by name", { args: ["-s", "org/prod"] }, "not org/prod"],
  [
    "another stack that is selected",
    { preview: planned.replaceAll("urn:pulumi:dev::", "urn:pulumi:prod::") },
    "the reviewed stack is shop/dev, but this is shop/prod",
  ],
  ["a program that undid the change", { preview: unchanged }, "- the program no longer updates Model gpt"],
  [
    "a program that plans more",
    { preview: previewOf(gpt.updated(cheaper), tone.created()) },
    "- the program now also creates Prompt tone",
  ],
  ["another secret", { config: key("two") }, "- the configuration: a secret's value was changed"],
  [
    "an `up` since then, though another one took it back",
    { history: [ran("update", { update: 1, same: 3 })] },
    "- the stack: a run changed it after the review, at 2026-11-22T11:00:00Z",
  ],
  [
    "another option in the state",
    { state: stateOf({ urn: urn("Prompt", "tone"), type: "x", protect: true }) },
    "- the stack's state has changed: Prompt tone was added",
  ],
])(
  "%s: apply exits with 4 and applies nothing",
  async (_what, {
    reviewed,
    days,
    args,
    preview = planned,
    config = key("one"),
    state = stateOf(),
    history = [],
  }, reason) => {
    const { review, apply, write, calls } = await stub(planned, key("one"));
    await review({}, reviewed);
    await calls();
    await write("preview", preview);
    await write("config", JSON.stringify(config));
    await write("export", state);
    await write("history", JSON.stringify(history));
    const message = expect.stringContaining(reason);
    await expect(apply(args, days)).rejects.toMatchObject({ name: "Refused", exitCode: 4, message });
    expect((await calls()).filter((line) => line.startsWith("up"))).toEqual([]);
  },
);

test("the error about an unreadable configuration does not repeat its content", async () => {
  const { review, write } = await stub(planned);
  await write("config", "SEKRET");
  await expect(review()).rejects.toThrow("`pulumi config` did not print a valid configuration.");
});

test("a change that the guard refuses is pinned at --pin-refused, and that pin can be applied", async () => {
  const { review, apply, pin, calls } = await stub(destroying);
  const elsewhere = path.join(await temporaryFolder(), path.basename(pin));
  await expect(review({ guard: true, pinRefused: elsewhere })).rejects.toMatchObject({ exitCode: 3 });
  await expect(stat(pin)).rejects.toThrow("ENOENT");
  for (const end of ["", ".plan.json"]) {
    await rename(elsewhere + end, pin + end);
  }
  await calls();
  await apply();
  expect((await calls()).filter((line) => line.startsWith("up"))).toHaveLength(1);
});
