import { describe, expect, test } from "vitest";
import { longestComment } from "../../cli/review/document/markdown.js";
import { openGithub, openGitlab, systems } from "./support/both.ts";
import { comment, marker } from "./support/step.ts";

const review = (text: string) => `${marker}\n\n${text}\n`;
const applied = (count: number) => review(`Applied: ${count} changes.`).replace("review", "apply");
/** What a run after a push to main has in the place of the number of a pull request. */
const ofPush = { PULL_REQUEST: "", CI_MERGE_REQUEST_IID: "", GITHUB_REF: "refs/heads/main" };

describe.each(systems)("on $system", ({ system, limit, start }) => {
  test("the first review creates a comment that starts with the marker, commit, and run", async () => {
    const { board, env } = await start();
    const { code, output } = await comment(env, review("## One route moves"));
    expect({ code, output }).toEqual({ code: 0, output: "The review was written to a new comment.\n" });
    const origin = expect.stringMatching(/^Commit 89abcdef0123, \[run\]\(https:\/\/.*4711\)$/);
    const lines = [marker, "", origin, "", "## One route moves", ""];
    expect(board.comments.map(({ body }) => body.split("\n"))).toEqual([lines]);
  });

  test("the next review updates that comment, even on a later page among other comments", async () => {
    const { board, env } = await start();
    const others = (count: number) => {
      for (let at = 0; at < count; at++) board.add(board.comments, { author: "ada", body: `No. ${at}` });
    };
    // GitLab leaves out of a page what the token may not see: one that is not full need not be the last.
    board.add(board.comments, { author: "ada", isHidden: true });
    others(130);
    await comment(env, review("first"));
    others(130);
    board.writes();
    const { code, output } = await comment(env, review("second"));
    expect({ code, output }).toEqual({ code: 0, output: "The comment of the earlier review was updated.\n" });
    expect(board.writes()).toEqual([expect.stringMatching(/^(PATCH|PUT) .*\/(comments|notes)\/231 body$/)]);
    const ours = board.comments.filter(({ body }) => body.startsWith(marker));
    expect(ours.map(({ body }) => body)).toEqual([expect.stringContaining("second")]);
    expect(ours[0]?.body).not.toContain("first");
  });

  test("a review does not reuse comments of others, of other stacks, or that quote the marker", async () => {
    const { board, env } = await start();
    for (const author of ["mallory", "other[bot]"])
      board.add(board.comments, { author, body: review("all is well") });
    for (const body of [`Look at this:\n${marker}`, `${marker} and more`, marker.replace("prod", "dev")])
      board.add(board.comments, { body });
    const before = board.comments.map(({ body }) => body);
    expect((await comment(env, review("mine"))).code).toBe(0);
    expect(board.comments.map(({ body }) => body)).toEqual([...before, expect.stringContaining("mine")]);
  });

  test("the result of an apply gets its own comment on the merged pull request", async () => {
    const { board, env } = await start();
    await comment(env, review("One route moves"));
    const report = (count: number) => comment({ ...env, ...ofPush }, applied(count), { of: "report" });
    expect(await report(3)).toMatchObject({ code: 0, stdout: "The apply was written to a new comment.\n" });
    await report(4);
    expect(board.comments.map(({ body }) => body)).toEqual([
      expect.stringContaining("One route moves"),
      expect.stringContaining("Applied: 4 changes."),
    ]);
    board.isMerged = false;
    const stdout = "This commit has no pull request, so no comment was written.\n";
    expect(await report(5)).toMatchObject({ code: 0, stdout });
    expect(board.comments).toHaveLength(2);
  });

  test.each([
    [
      "a text without the hidden line",
      "No changes.\n",
      {},
      "The text does not start with the marker of the review",
    ],
    [
      "a review, as an apply",
      review("x"),
      { of: "report" },
      "The text does not start with the marker of the apply",
    ],
    ["a review of another stack", review("x"), { stack: "dev" }, "The text is about shop/prod"],
  ])("%s is refused and not written", async (_what, text, options, message) => {
    const { board, env } = await start();
    const { code, output } = await comment(env, text, options);
    expect({ code, output }).toEqual({ code: 1, output: `${message}, so nothing was written.\n` });
    expect(board.asked).toEqual([]);
  });

  test("an API error fails the step with one line that hides the token", async () => {
    const { board, env } = await start();
    const said = async () => {
      const { code, output } = await comment(env, review("mine"));
      expect(code).toBe(1);
      expect(output).not.toContain(board.token);
      expect(output.trim().split("\n")).toHaveLength(1);
      return output;
    };
    board.fault = { status: 403, body: { message: `Token ${board.token} may not\n::error::write` } };
    expect(await said()).toMatch(
      /^GET \/\S+ returned 403: the token lacks permission.*Token \[token\] may not/,
    );
    board.fault = { status: 200, body: { id: 1, message: "maintenance" } };
    expect(await said()).toMatch(/^GET \/\S+ did not return a list\.\n$/);
    board.close();
    expect(await said()).toMatch(/^GET \/\S+ received no response: .*ECONNREFUSED.*\.\n$/);
  });

  test("an invalid token is reported without its value, and a missing token by its variable", async () => {
    const { board, env } = await start();
    const name = `${system.toUpperCase()}_TOKEN`;
    const { code, output } = await comment({ ...env, [name]: "wrong-token-1" }, review("mine"));
    expect(code).toBe(1);
    expect(output).toContain("returned 401: the token is invalid or has expired");
    expect(output).not.toContain("wrong-token-1");
    const unset = { code: 1, output: `The variable ${name} is not set.\n` };
    expect(await comment({ ...env, [name]: "" }, review("mine"))).toMatchObject(unset);
    expect(board.comments).toEqual([]);
  });

  test("a review above the limit is cut at a line end with a notice, and our longest one fits", async () => {
    const { board, env } = await start();
    const line = `${"line ".repeat(20)}🙂`;
    await comment(env, review(`${line}\n`.repeat(Math.ceil(limit / line.length))));
    const body = board.comments[0]?.body ?? "";
    expect(body.length).toBeLessThanOrEqual(limit);
    expect(body.length).toBeGreaterThan(limit - 2 * line.length);
    expect(body.split("\n")[2]).toContain("**Truncated.");
    expect(new Set(body.trimEnd().split("\n").slice(4))).toEqual(new Set([line]));
    const longest = review("x".repeat(longestComment - marker.length - 3));
    await comment(env, longest);
    expect(board.comments[0]?.body).not.toContain("Truncated");
    expect(board.comments[0]?.body).toContain(longest.slice(marker.length).trim());
  });
});

test("a merge queue review updates the comment of the pull request that it merges", async () => {
  const { board, env } = await openGithub();
  await comment(env, review("of the branch"));
  const branch = `gh-readonly-queue/main/pr-7-${"a".repeat(40)}`;
  await comment({ ...env, PULL_REQUEST: "", GITHUB_REF: `refs/heads/${branch}` }, review("of the queue"));
  expect(board.comments.map(({ body }) => body)).toEqual([expect.stringContaining("of the queue")]);
});

test("COMMENT_AUTHOR names an account other than GitHub Actions whose comment is updated", async () => {
  const { board, env } = await openGithub();
  board.add(board.comments, { author: "acme-gateway[bot]", body: review("first") });
  await comment({ ...env, COMMENT_AUTHOR: "acme-gateway[bot]" }, review("second"));
  expect(board.comments.map(({ body }) => body)).toEqual([expect.stringContaining("second")]);
});

test("on GitLab the comment names the pushed commit, and does not replace a system note", async () => {
  const { board, env } = await openGitlab();
  const line = board.add(board.comments, { body: marker, isOther: true });
  const pushed = { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "1111111111112222222222222222222222222222" };
  await comment({ ...env, ...pushed }, review("mine"));
  expect(board.comments.map(({ body }) => body)).toEqual([
    line.body,
    expect.stringContaining("Commit 111111111111, [run]"),
  ]);
});
