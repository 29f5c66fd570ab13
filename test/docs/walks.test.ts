import { expect, test } from "vitest";
import { walkPage } from "./walk/walk-page.ts";
import { walks } from "./walk/walks.ts";

test.each(walks)("the commands of $page do what it says, as printed and in their order", async (walk) => {
  const { signal } = new AbortController();
  await walkPage(walk, signal);
  expect.hasAssertions();
});
