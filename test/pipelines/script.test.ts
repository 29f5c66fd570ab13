import { expect, test } from "vitest";
import { openGithub } from "./support/both.ts";
import { type Checkout, checkout } from "./support/checkout.ts";

const hiddenLine = "<!-- workspace-gateway review: workspace-gateway-gitops/prod -->";
const pinOf = async ({ tree }: Checkout) =>
  `review/gateway-pin-workspace-gateway-gitops-prod-${await tree()}.pin`;

/** The checkout after a review that ended with 0. */
async function reviewed() {
  const it = await checkout();
  await it.program("workspace-gateway", reviewer(0));
  expect(await it.run(["review"])).toMatchObject({ code: 0, output: "" });
  return it;
}

/** Writes a comment and pins, as `review` does. */
const reviewer = (code: number) => `
  while [ $# -gt 0 ]; do
    case $1 in --pin) pin=$2 ;; --pin-refused) refused=$2 ;; --markdown) markdown=$2 ;; esac
    shift
  done
  [ -n "$pin" ] || exit 0
  if [ ${code} = 3 ]; then pin=$refused; fi
  echo pinned > "$pin"; echo plan > "$pin.plan.json"
  printf '%s\\n\\n::error::hostile text\\n' '${hiddenLine}' > "$markdown"
  echo '{"risk":"low"}'
  exit ${code}`;

/** The call of a review, without the folder in which the rules of main are. */
const call = (pin: string, stack = "prod") =>
  `workspace-gateway review --guard --guard-file gateway-guard.yaml --no-routes --pin ${pin} --pin-refused ${pin.replace("/", "/refused/")} ` +
  `--markdown review/review.md --html review/review.html --json -- --stack ${stack}\n`;
const withoutFolder = (calls: string) => calls.replaceAll(/\S+\/(?=gateway-\w+\.yaml)/g, "");

test("a review stores a comment, facts, and a pin named after the content, and prints nothing", async () => {
  const it = await reviewed();
  const pin = await pinOf(it);
  expect(await it.read(pin)).toBe("pinned\n");
  expect(await it.read("review/review.md")).toContain("hostile text");
  expect(await it.read("review/facts.json")).toBe('{"risk":"low"}\n');
  expect(withoutFolder(await it.calls())).toBe(call(pin));
});

test.each([1, 137])(
  "a review that exits with %i after its comment replaces it with a failure notice",
  async (code) => {
    const it = await checkout();
    await it.write("review-summary", "");
    await it.program("workspace-gateway", reviewer(code));
    expect((await it.run(["review"], { GITHUB_STEP_SUMMARY: "./review-summary" })).code).toBe(code);
    for (const file of ["review/review.md", "review-summary"]) {
      expect(await it.read(file)).toContain("The review failed.");
      expect(await it.read(file)).not.toContain("hostile");
    }
    for (const file of ["review/facts.json", "review/refused"]) expect(await it.read(file)).toBeUndefined();
  },
);

test("the comment of a failed review keeps its error message", async () => {
  const it = await checkout();
  const said = `${hiddenLine}\n\n**The review failed.** Nothing can be applied.\n\nno such model\n`;
  await it.write("said.md", said);
  await it.program("workspace-gateway", "cp said.md review/review.md; exit 1");
  expect((await it.run(["review"])).code).toBe(1);
  expect(await it.read("review/review.md")).toBe(said);
});

test("a review that the guard refuses exits with 3, keeps its Markdown, and leaves no pin to apply", async () => {
  const it = await checkout();
  await it.program("workspace-gateway", reviewer(3));
  expect((await it.run(["review"])).code).toBe(3);
  expect(await it.read("review/review.md")).toContain(hiddenLine);
  const pin = await pinOf(it);
  for (const file of [pin, `${pin}.plan.json`]) {
    expect(await it.read(file)).toBeUndefined();
    expect(await it.read(file.replace("review/", "review/refused/"))).toBeDefined();
  }
  const says = /^pipeline\.sh: there is no pin for the content of this commit .* Nothing was applied\.\n$/;
  expect(await it.run(["apply"])).toMatchObject({ code: 4, output: expect.stringMatching(says) });
});

test.each([
  ["a comment behind the name", "name: shop # ours\nruntime: nodejs\n"],
  ["quotes and a comment", 'name: "shop"   # ours\nruntime: nodejs\n'],
  ["Windows line ends", "name: 'shop'\r\nruntime: nodejs\r\n"],
  ["another name before it", "config:\n  name: other\nname: shop\nruntime: nodejs\n"],
  ["JSON", '{"runtime": {"name": "nodejs"}, "name": "shop"}'],
])("the marker and the pin of a failed review contain the project name: %s", async (_what, project) => {
  const it = await checkout();
  await it.write("Pulumi.yaml", project);
  await it.commit();
  await it.program("workspace-gateway", "exit 1");
  expect((await it.run(["review"])).code).toBe(1);
  expect(await it.read("review/review.md")).toMatch(/^<!-- workspace-gateway review: shop\/prod -->\n/);
  expect(await it.calls()).toContain(`--pin review/gateway-pin-shop-prod-${await it.tree()}.pin`);
});

test("on GitHub the run summary contains the Markdown, and later steps get the name of the pin", async () => {
  const it = await checkout();
  await it.write("review-summary", "");
  await it.write("review-output", "");
  await it.program("workspace-gateway", reviewer(3));
  const files = { GITHUB_STEP_SUMMARY: "./review-summary", GITHUB_OUTPUT: "./review-output" };
  const { output } = await it.run(["review"], files);
  expect(output).toBe("");
  expect(await it.read("review-summary")).toContain("hostile text");
  expect(await it.read("review-output")).toBe(
    `name=gateway-pin-workspace-gateway-gitops-prod-${await it.tree()}\nrefused=true\n`,
  );
});

test("apply finds the pin for a commit with the same content, but not with different content", async () => {
  const it = await reviewed();
  await it.program("workspace-gateway", "exit 0");
  await it.commit("--amend", "--date", "2026-01-01T00:00:00Z", "--author", "Bob <bob@example.com>");
  expect((await it.run(["apply"])).code).toBe(0);
  expect(await it.calls()).toContain(
    `workspace-gateway apply ${await pinOf(it)} --markdown review/apply.md -- --stack prod\n`,
  );
  await it.write("prompts/tone.md", "Be rude.\n");
  await it.commit();
  expect((await it.run(["apply"])).code).toBe(4);
});

test("file names omit the organization of a stack, and commands get the full stack name", async () => {
  const it = await checkout();
  await it.program("workspace-gateway", reviewer(0));
  const pin = await pinOf(it);
  for (const command of ["review", "apply"])
    expect((await it.run([command], { STACK: "acme/prod" })).code).toBe(0);
  expect(withoutFolder(await it.calls())).toBe(
    `${call(pin, "acme/prod")}workspace-gateway apply ${pin} --markdown review/apply.md -- --stack acme/prod\n`,
  );
});

test("the comment is written even if the installation failed", async () => {
  const it = await checkout();
  const { board, env } = await openGithub();
  expect((await it.run(["comment"], { ...env, STACK: "acme/prod" })).code).toBe(0);
  expect(board.comments[0]?.body).toContain("The review failed");
  expect(board.comments[0]?.body.split("\n")[0]).toBe(hiddenLine);
});

test.each([0, 8, 16, 32, 56])("a preview also runs if the drift comparison exits with %i", async (found) => {
  const it = await checkout();
  await it.program("pulumi", "echo '{}'");
  await it.program("workspace-gateway", `echo of $*\nif [ "$1" = drift ]; then exit ${found}; fi`);
  expect((await it.run(["drift"])).code).toBe(0);
  expect((await it.calls()).split("\n").filter(Boolean)).toEqual([
    "workspace-gateway drift --stack prod --markdown review/drift.md --json",
    "pulumi preview --stack prod --json --show-sames --refresh --non-interactive",
    "workspace-gateway review --markdown review/review.md --json review/preview.json",
  ]);
  expect(await it.read("review/facts.json")).toContain("of review --markdown review/review.md");
});

test.each([1, 2, 3, 127, 130, 137])("a failed comparison is not reported as drift: %i", async (code) => {
  const it = await checkout();
  const { board, env } = await openGithub();
  await it.program("workspace-gateway", `echo 'the token is not valid' >&2; exit ${code}`);
  const { stderr, ...ended } = await it.run(["drift"]);
  expect(ended).toMatchObject({ code: 1, stdout: "" });
  expect(stderr).toContain("the gateway could not be compared, so drift is unknown.\n");
  expect((await it.run(["issue"], env)).code).toBe(1);
  expect(board.writes()).toEqual([]);
});

test("a failed preview is not reported as drift and writes no issue", async () => {
  const it = await checkout();
  const { board, env } = await openGithub();
  await it.program("pulumi", "echo '{}'; exit 255");
  const failing = "if [ $1 = drift ]; then exit 0; fi; echo 'the token is not valid'; exit 1";
  await it.program("workspace-gateway", failing);
  const says = /the token is not valid\n[\s\S]*pipeline\.sh: the preview failed, so drift is unknown\.\n/;
  const stderr = expect.stringMatching(says);
  expect(await it.run(["drift"])).toMatchObject({ code: 1, stdout: "", stderr });
  expect((await it.run(["issue"], env)).code).toBe(1);
  expect(board.writes()).toEqual([]);
});

test("permits reach the review through an output on GitHub and a dotenv file on GitLab", async () => {
  const it = await checkout();
  const { board, env } = await openGithub();
  const label = "gateway-allow:workspace-delete:team";
  board.labels.push({ label, by: "grace", at: "2026-11-21T00:00:00Z" });
  await it.write("permits-output", "");
  const file = { GITHUB_OUTPUT: "./permits-output" };
  expect(await it.run(["permits"], { ...env, ...file })).toMatchObject({ code: 0, output: "" });
  expect(await it.read("permits-output")).toBe("allow=workspace-delete:team\n");
  const none = "GATEWAY_PERMITS=read\n";
  expect(await it.read("permits.env")).toBe(`${none}WORKSPACE_GATEWAY_ALLOW=workspace-delete:team\n`);
  board.labels.splice(0);
  expect((await it.run(["permits"], env)).code).toBe(0);
  expect(await it.read("permits.env")).toBe(none);
  board.fault = { status: 500, body: {} };
  expect((await it.run(["permits"], env)).code).toBe(1);
});

test("the report shows what was applied, or that the result is unknown without a text", async () => {
  const it = await reviewed();
  const { board, env } = await openGithub();
  const marked = hiddenLine.replace("review", "apply");
  await it.write("said.md", `${marked}\n\nApplied: 3 changes.\n`);
  await it.program("workspace-gateway", "cp said.md review/apply.md; exit 1");
  await it.write("apply-output", "");
  const files = { GITHUB_STEP_SUMMARY: "./apply-summary", GITHUB_OUTPUT: "./apply-output" };
  expect((await it.run(["apply"], files)).code).toBe(1);
  expect(await it.read("apply-summary")).toContain("Applied: 3 changes.");
  expect(await it.read("apply-output")).toBe("told=true\n");
  expect((await it.run(["report"], env)).code).toBe(0);
  expect(board.comments.map(({ body }) => body)).toEqual([expect.stringContaining("Applied: 3 changes.")]);
  await it.program("workspace-gateway", "exit 1");
  expect((await it.run(["apply"])).code).toBe(1);
  expect((await it.run(["report"], env)).code).toBe(0);
  expect(board.comments.map(({ body }) => body)).toEqual([
    expect.stringContaining("The result of the apply is unknown."),
  ]);
});

test("on GitLab the job fetches main again for its rules, and fails if the fetch fails", async () => {
  const it = await checkout();
  await it.program("npm", "");
  await it.program("pulumi", "");
  await it.program("git", 'if [ "$1" = rev-parse ]; then echo tree; else exit 7; fi');
  expect((await it.run(["prepare"], { GITLAB_CI: "true" })).code).toBe(7);
  expect(await it.calls()).toContain(
    "git fetch --quiet --depth 1 origin +refs/heads/main:refs/remotes/origin/main\n",
  );
  expect(await it.calls()).not.toContain("npm");
});

test("an unknown command or a missing stack is a usage error (exit code 2)", async () => {
  const it = await checkout();
  for (const command of [[], ["deploy"], ["--help"], ["find_pin"], ["start_over"], ["failed"]]) {
    const { code, stdout, stderr } = await it.run(command);
    expect({ command, code, stdout }).toEqual({ command, code: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: STACK=prod \.\/pipeline\.sh COMMAND\n/);
  }
  const output = "pipeline.sh: set STACK to the name of the Pulumi stack, such as prod.\n";
  expect(await it.run(["review"], { STACK: "" })).toMatchObject({ code: 2, output });
});
