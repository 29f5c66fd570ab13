import { expect, test } from "vitest";
import { possibly } from "../../../../cli/review/findings/dangers.js";
import { kinds } from "../../../../provider/every-kind.js";

test("a change that is only possible is announced with `may`", () => {
  const fields = kinds.flatMap(({ fields, danger }) => [...fields.values(), ...(danger?.rates ?? [])]);
  const said = new Set(fields.flatMap(({ danger = [] }) => danger.map(({ says }) => says)));
  expect([...said].map(possibly).toSorted().join("\n")).toMatchInlineSnapshot(`
    "may accept only shorter requests
    may admit as many people as the gateway allows
    may admit everyone who has its link
    may admit more than 10 people
    may admit more than 100 people
    may admit other people
    may allow fewer requests
    may allow less spending
    may allow more requests
    may allow more spending
    may be added to or removed from every request
    may be applied differently in production
    may be called at a different address
    may be called with a different API format
    may be crawled again, and searches may find nothing until the crawl ends
    may be destroyed later with everything in it
    may be for a different task
    may be replaced, so there is briefly no default config
    may be served by a different provider
    may be tried in a different order
    may be valid for as long as the gateway decides
    may be valid for more than 30 days
    may be valid for more than a year
    may become an administrator
    may become more expensive
    may become so cheap that it barely counts toward budgets
    may change how requests that do not name a config are handled
    may change how requests that name it are handled
    may change in production
    may change its gateway name, which breaks requests for the old name
    may change the gateway names of its models, which breaks requests for the old names
    may count requests in a different type of window
    may handle all requests that do not name a config
    may have its API key changed or removed
    may no longer be an administrator
    may no longer be found by its old name
    may no longer be the default config, and no other config takes its place
    may no longer be used in production
    may resolve to a different model of its provider
    may send its API key and all prompts to a different host
    may set the limits of a different rule"
  `);
});
