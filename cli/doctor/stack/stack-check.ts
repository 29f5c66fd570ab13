import { howMany } from "pulumi-workspace-gateway/tools";
import { projectRow } from "../known.js";

/** Judges whether the stack is there and its state can be read. */
export const stackCheck = projectRow("stack", ["stack", "exported"], ({ stack, exported }, check) => {
  if ("why" in exported) {
    const isMissing = /no stack named/.test(exported.why);
    return check.problem({
      found: isMissing
        ? `There is no stack ${stack}.`
        : `The state of ${stack} cannot be read: ${exported.why}.`,
      means: "An `up` of it would fail.",
      remedy: isMissing
        ? `Run \`pulumi stack init ${stack}\`, or name another one.`
        : 'See the checks of the backend and its files; the page "Recovery" of the documentation.',
      facts: { stack },
    });
  }
  const { resources } = exported.known;
  const holds =
    resources.length === 0
      ? "has none of our resources yet"
      : `has ${howMany(resources.length, "resource")} of ours`;
  return check.ok({
    found: `The stack ${stack} can be read, and ${holds}.`,
    facts: {
      stack,
      resources: resources.length,
      kinds: [...new Set(resources.map(({ kind }) => kind.name))],
    },
  });
});
