import { existsSync } from "node:fs";
import { rm, symlink } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { type Checkout, checkout } from "./support/checkout.ts";
import { emptyFolder } from "./support/step.ts";

const marker = "<!-- workspace-gateway review: workspace-gateway-gitops/prod -->";
const [guard, routes] = ["gateway-guard.yaml", "gateway-routes.yaml"];

/** Keeps the rules that it is given, and where they were. */
const reviewer = `
  while [ $# -gt 0 ]; do
    case $1 in --pin) pin=$2 ;; --markdown) markdown=$2 ;; --guard-file) guard=$2 ;; --routes) routes=$2 ;; --no-routes) routes=/dev/null ;; esac
    shift
  done
  echo "$guard" > review/place
  { cat "$guard"; echo ---; cat "$routes"; } > review/given
  printf '%s\\n\\n## No risk found\\n' '${marker}' > "$markdown"
  echo pinned > "$pin"; echo plan > "$pin.plan.json"`;

type Change = (it: Checkout) => Promise<unknown>;
const strict: Change = (it) => it.write(guard, "maxDeletes: 1\n");
const loose: Change = (it) => it.write(guard, "maxDeletes: 100%\n");
const none: Change = (it) => rm(path.join(it.folder, guard));
const linked: Change = (it) => none(it).then(() => symlink("/etc/passwd", path.join(it.folder, guard)));

async function pullRequest(main: Change, change: Change): Promise<Checkout> {
  const it = await checkout();
  await it.program("workspace-gateway", reviewer);
  await main(it);
  await it.commit("--allow-empty");
  await it.push();
  await change(it);
  await it.commit("--allow-empty");
  return it;
}

test.each<[string, Change, Change, string, string]>([
  ["changes other files", strict, (it) => it.write("index.ts", ""), "maxDeletes: 1\n---\n", ""],
  ["loosens it", strict, loose, "maxDeletes: 1\n---\n", `\`${guard}\``],
  ["deletes it", strict, none, "maxDeletes: 1\n---\n", `\`${guard}\``],
  ["renames it", strict, (it) => it.git("mv", guard, "other.yaml"), "maxDeletes: 1\n---\n", `\`${guard}\``],
  ["links it to a file outside", strict, linked, "maxDeletes: 1\n---\n", `\`${guard}\``],
  ["adds it", none, loose, "---\n", `\`${guard}\``],
  ["adds expectations", none, (it) => it.write(routes, "quotas: {}\n"), "---\n", `\`${routes}\``],
  [
    "changes both",
    (it) => strict(it).then(() => it.write(routes, "quotas: {}\n")),
    (it) => loose(it).then(() => it.write(routes, "\n")),
    "maxDeletes: 1\n---\nquotas: {}\n",
    `\`${guard}\` and \`${routes}\``,
  ],
])(
  "a pull request that %s is reviewed with the files of main, and the comment names differing files",
  async (_what, main, change, given, differs) => {
    const it = await pullRequest(main, change);
    expect(await it.run(["review"])).toMatchObject({ code: 0, output: "" });
    expect(await it.read("review/given")).toBe(given);
    const place = (await it.read("review/place"))?.trim() ?? "";
    expect([path.relative(it.folder, place).slice(0, 2), existsSync(place)]).toEqual(["..", false]);
    const line = `**⚠️ This branch and main differ in ${differs}. The files of main apply here. Changes take effect once they are merged.**`;
    const text = differs === "" ? "" : `\n${line}\n`;
    expect(await it.read("review/review.md")).toBe(`${marker}\n${text}\n## No risk found\n`);
  },
);

test.each<[string, Change]>([
  ["a link", linked],
  ["a folder", (it) => none(it).then(() => it.write(`${guard}/a`, "a"))],
])("nothing is reviewed if the guard file of main is %s", async (_what, main) => {
  const it = await pullRequest(main, (pull) =>
    rm(path.join(pull.folder, guard), { recursive: true }).then(() => loose(pull)),
  );
  const output = expect.stringContaining(`${guard} on main is not a regular file`);
  expect(await it.run(["review"])).toMatchObject({ code: 2, output });
  expect(await it.read("review/given")).toBeUndefined();
});

test("a review in a shallow clone without main fails and says to fetch main", async () => {
  const it = await pullRequest(strict, loose);
  const clone = path.join(await emptyFolder(), "clone");
  await it.git("clone", "--quiet", "--depth", "1", `file://${it.folder}`, clone);
  await it.git("-C", clone, "update-ref", "-d", "refs/remotes/origin/main");
  const { code, output } = await it.run(["review"], {}, clone);
  expect({ code, output }).toEqual({
    code: 2,
    output:
      "pipeline.sh: refs/remotes/origin/main is not in this clone, so the guard's rules cannot be read. Fetch main first (fetch-depth: 0).\n",
  });
});
