import { expect, test } from "vitest";
import { walkPage } from "./walk/walk-page.ts";
import { walksOfDocs } from "./walk/walks.ts";

test.each(walksOfDocs)(
  "the commands of $page do what it says, as printed and in their order",
  async (walk) => {
    await walkPage(walk, new AbortController().signal);
    expect.hasAssertions();
  },
);
