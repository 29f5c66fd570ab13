import { describe, expect, test } from "vitest";
import { longestComment } from "../../cli/review/markdown/markdown.js";
import { systems } from "./support/both.ts";
import { comment, marker } from "./support/step.ts";

const review = (text: string) => `${marker}\n\n${text}\n`;

describe.each(systems)("on $system", ({ system, start }) => {
  test("the first review makes a comment, which begins with the hidden line and names commit and run", async () => {
    const { board, env } = await start();
    const { code, output } = await comment(env, review("## One route moves"));
    expect({ code, output }).toEqual({ code: 0, output: "The review is in a new comment.\n" });
    expect(board.comments).toHaveLength(1);
    const lines = board.comments[0]?.body.split("\n");
    expect(lines?.[0]).toBe(marker);
    expect(lines?.[2]).toMatch(/^Commit 89abcdef0123, \[run\]\(https:\/\/.*4711\)$/);
    expect(lines?.slice(3)).toEqual(["", "## One route moves", ""]);
  });

  test("the next review updates that comment, though it is on a later page among those of others", async () => {
    const { board, env } = await start();
    for (let index = 0; index < 130; index++)
      board.add(board.comments, { author: "ada", body: `No. ${index}` });
    await comment(env, review("first"));
    for (let index = 0; index < 130; index++)
      board.add(board.comments, { author: "ada", body: `No. ${index}` });
    board.writes();
    const { code, output } = await comment(env, review("second"));
    expect({ code, output }).toEqual({ code: 0, output: "The comment of the earlier review was updated.\n" });
    expect(board.writes()).toEqual([expect.stringMatching(/^(PATCH|PUT) .*\/(comments|notes)\/230 body$/)]);
    const ours = board.comments.filter(({ body }) => body.startsWith(marker));
    expect(ours.map(({ body }) => body)).toEqual([expect.stringContaining("second")]);
    expect(ours[0]?.body).not.toContain("first");
  });

  test("neither another's comment with the hidden line, nor an own one that quotes it, is taken", async () => {
    const { board, env } = await start();
    board.add(board.comments, { author: "mallory", body: review("all is well") });
    board.add(board.comments, { author: "other[bot]", body: review("all is well") });
    board.add(board.comments, { body: `Look at this:\n${marker}` });
    board.add(board.comments, { body: `${marker} and more` });
    board.add(board.comments, { body: marker.replace("prod", "dev") });
    const before = board.comments.map(({ body }) => body);
    expect((await comment(env, review("mine"))).code).toBe(0);
    expect(board.comments.map(({ body }) => body)).toEqual([...before, expect.stringContaining("mine")]);
  });

  test("a second stack of the same pull request has a comment of its own", async () => {
    const { board, env } = await start();
    await comment(env, review("of prod"));
    await comment(env, review("of dev").replace("prod", "dev"), { stack: "dev" });
    await comment(env, review("of prod again"));
    expect(board.comments.map(({ body }) => body.split("\n").at(-2))).toEqual(["of prod again", "of dev"]);
  });

  test("an error of the API fails the step with method, path, status and its message, but without the token", async () => {
    const { board, env } = await start();
    board.fault = { status: 403, body: { message: `Token ${board.token} may not\n::error::write` } };
    const { code, output } = await comment(env, review("mine"));
    expect(code).toBe(1);
    expect(output).toMatch(/^GET \/\S+ was answered with 403: the token may not do this/);
    expect(output).toContain("Token [token] may not");
    expect(output).not.toContain(board.token);
    expect(output.trim().split("\n")).toHaveLength(1);
  });

  test("a token that is not valid is said, and not shown", async () => {
    const { board, env } = await start();
    const names = { GITHUB_TOKEN: "wrong-token-1", GITLAB_TOKEN: "wrong-token-1" };
    const { code, output } = await comment({ ...env, ...names }, review("mine"));
    expect(code).toBe(1);
    expect(output).toContain("was answered with 401: the token is not valid (any more)");
    expect(output).not.toContain("wrong-token-1");
    expect(board.comments).toEqual([]);
  });

  test("an API that does not answer is said in one line", async () => {
    const { board, env } = await start();
    board.close();
    const { code, output } = await comment(env, review("mine"));
    expect(code).toBe(1);
    expect(output).toMatch(/^GET \/\S+ was not answered: .*ECONNREFUSED.*\.\n$/);
  });

  test("an answer of another shape is an error, and not an empty list", async () => {
    const { board, env } = await start();
    board.fault = { status: 200, body: { id: 1, message: "maintenance" } };
    const { code, output } = await comment(env, review("mine"));
    expect(code).toBe(1);
    expect(output).toMatch(/^GET \/\S+ was not answered with a list\.\n$/);
  });

  test("a text without the hidden line is not written anywhere", async () => {
    const { board, env } = await start();
    const { code, output } = await comment(env, "No changes.\n");
    expect(code).toBe(1);
    expect(output).toBe("The first line is not that of a review: nothing was written.\n");
    expect(board.asked).toEqual([]);
  });

  test("a variable that is missing is named", async () => {
    const { env } = await start();
    const { GITHUB_TOKEN: _one, GITLAB_TOKEN: _other, ...rest } = env;
    const { code, output } = await comment(rest, review("mine"));
    expect({ code, output }).toEqual({
      code: 1,
      output: `The variable ${system.toUpperCase()}_TOKEN is not set.\n`,
    });
  });
});

test.each([
  { system: systems[0], limit: 65_536 },
  { system: systems[1], limit: 1_000_000 },
])(
  "a review that is longer than $limit characters is cut at the end of a line, and says so at its top",
  async ({ system, limit }) => {
    const { board, env } = (await system?.start()) ?? expect.unreachable();
    const line = `${"line ".repeat(20)}🙂`;
    const { code } = await comment(env, review(`${line}\n`.repeat(Math.ceil(limit / line.length))));
    expect(code).toBe(0);
    const body = board.comments[0]?.body ?? "";
    expect(body.length).toBeLessThanOrEqual(limit);
    expect(body.length).toBeGreaterThan(limit - 2 * line.length);
    expect(body.split("\n")[2]).toContain("Too long for one place");
    expect(new Set(body.trimEnd().split("\n").slice(4))).toEqual(new Set([line]));
  },
);

test("the longest review that there is has room for what is said above it", async () => {
  for (const { start } of systems) {
    const { board, env } = await start();
    const text = review("x".repeat(longestComment - marker.length - 3));
    expect(text.length).toBe(longestComment);
    await comment(env, text);
    expect(board.comments[0]?.body).not.toContain("Too long");
    expect(board.comments[0]?.body).toContain(text.slice(marker.length).trim());
  }
});

test.each(["", "shop/", "dev", "shop/prod/"])(
  "a text of another stack than the job's is written nowhere: %j",
  async (stack) => {
    for (const { start } of systems) {
      const { board, env } = await start();
      const { code, output } = await comment(env, review("mine"), { stack });
      expect({ code, output }).toEqual({
        code: 1,
        output: "The text is of shop/prod: nothing was written.\n",
      });
      expect(board.asked).toEqual([]);
    }
  },
);

test("the review of a queue's merge is in the comment of the pull request that it merges", async () => {
  const { board, env } = (await systems[0]?.start()) ?? expect.unreachable();
  await comment(env, review("of the branch"));
  const branch = `gh-readonly-queue/main/pr-7-${"a".repeat(40)}`;
  const queued = { ...env, PULL_REQUEST: "", GITHUB_REF: `refs/heads/${branch}` };
  await comment(queued, review("of the queue"));
  expect(board.comments.map(({ body }) => body)).toEqual([expect.stringContaining("of the queue")]);
});

test("outside of both systems there is nobody to tell", async () => {
  const { code, output } = await comment({}, review("mine"));
  expect(code).toBe(1);
  expect(output).toBe("This runs neither on GitHub Actions nor on GitLab CI, so there is nobody to tell.\n");
});

test("another account than that of GitHub Actions is told by COMMENT_AUTHOR", async () => {
  const { board, env } = (await systems[0]?.start()) ?? expect.unreachable();
  board.add(board.comments, { author: "acme-gateway[bot]", body: review("first") });
  await comment({ ...env, COMMENT_AUTHOR: "acme-gateway[bot]" }, review("second"));
  expect(board.comments.map(({ body }) => body)).toEqual([expect.stringContaining("second")]);
});

test("a page of GitLab that is not full is not taken for the last one: it leaves out what the token may not see", async () => {
  const { board, env } = (await systems[1]?.start()) ?? expect.unreachable();
  board.add(board.comments, { author: "ada", isHidden: true });
  for (let index = 0; index < 99; index++) board.add(board.comments, { author: "ada", body: `No. ${index}` });
  await comment(env, review("first"));
  await comment(env, review("second"));
  const ours = board.comments.filter(({ body }) => body.startsWith(marker));
  expect(ours.map(({ body }) => body)).toEqual([expect.stringContaining("second")]);
});

test("where GitLab reviews the merged result, the comment names the commit that was pushed", async () => {
  const { board, env } = (await systems[1]?.start()) ?? expect.unreachable();
  const pushed = { CI_MERGE_REQUEST_SOURCE_BRANCH_SHA: "1111111111112222222222222222222222222222" };
  await comment({ ...env, ...pushed }, review("mine"));
  expect(board.comments[0]?.body).toContain("Commit 111111111111, [run]");
});

test("what GitLab itself wrote in our name is no comment of ours", async () => {
  const { board, env } = (await systems[1]?.start()) ?? expect.unreachable();
  const line = board.add(board.comments, { body: marker, isOther: true });
  await comment(env, review("mine"));
  expect(line.body).toBe(marker);
  expect(board.comments).toHaveLength(2);
});
