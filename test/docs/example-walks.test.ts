import { expect, test } from "vitest";
import { walksOfExamples } from "./walk/examples.ts";
import { walkPage } from "./walk/walk-page.ts";

test.each(walksOfExamples)(
  "the commands of $page do what it says, as printed and in their order",
  async (walk) => {
    await walkPage(walk, new AbortController().signal);
    expect.hasAssertions();
  },
);
