import { isReadable, type Kind, messageOf, nounOf, plural } from "pulumi-workspace-gateway/tools";
import { gatewayAccount } from "../account/gateway-objects.js";
import { type AccountPlace, holdersIn, viewAccount } from "../live/account-view.js";
import { nameOf } from "../live/live-account.js";
import { fits } from "../text/fits.js";
import type { Expectations } from "./format.js";
import type { Observed } from "./workspaces.js";

/** The kinds that each part of the file is about. */
const kindsOfParts = {
  routes: ["Mapping", "Model", "ModelProvider"],
  models: ["Model", "ModelProvider"],
  prompts: ["Prompt"],
  people: ["Member"],
  budget: ["Budget"],
} as const;

/**
 * Reads what the expectations are about: the workspaces that they mean, and of those the lists that they rest on. A list that cannot be
 * read is no failure: what rests on it is not known. Without expectations, all that any could be about.
 */
export async function observeLive(
  places: readonly AccountPlace[],
  kinds: readonly Kind[],
  expectations?: Expectations,
): Promise<Observed> {
  const unread = new Map<string, string>();
  const needed = neededKinds(expectations);
  const isMeant = meaning(expectations);
  const readable = kinds.filter(isReadable);
  const views = await Promise.all(
    places.map(async (place) => {
      const holders = (await holdersIn(place, readable)).filter((holder) => isMeant(nameOf(holder)));
      const { objects } = await viewAccount(place, {
        kinds: readable,
        within: new Set(holders.map(({ id }) => id)),
        reads: ({ name }) => needed.has(name),
        refuses: (kind, error) =>
          unread.set(kind.name, `the ${plural(nounOf(kind))} could not be read: ${messageOf(error)}`),
      });
      return { holders, objects };
    }),
  );
  const holders = views.flatMap((view) => view.holders);
  const isWhole = ["Model", "ModelProvider"].every((name) => needed.has(name) && !unread.has(name));
  return {
    objects: gatewayAccount("live", [...holders, ...views.flatMap(({ objects }) => objects)]).objects,
    unread,
    whole: new Set(isWhole ? holders.map(({ id }) => id) : []),
  };
}

function neededKinds(expectations: Expectations | undefined): ReadonlySet<string> {
  const { workspaces = {}, quotas } = expectations ?? {};
  const isUsed = (part: string) =>
    expectations === undefined || Object.values(workspaces).some((expected) => part in expected);
  const parts = Object.entries(kindsOfParts).flatMap(([part, kinds]) => (isUsed(part) ? kinds : []));
  return new Set([...parts, ...(expectations === undefined || quotas !== undefined ? ["Quota"] : [])]);
}

function meaning(expectations: Expectations | undefined): (name: string) => boolean {
  const globs = Object.keys(expectations?.workspaces ?? {});
  return (name) => expectations === undefined || globs.some((glob) => fits(glob, name));
}
