import type { Settings } from "../../client/settings/settings.js";
import { about, type Diagnosis } from "../diagnosis.js";
import type { NeededScopes } from "./needed-scopes.js";

const check = about("app credentials");

/** Some kinds are made with the app's own credentials (api.md, "Authentication" 5). Only a write would try them. */
export function judgeApp(
  needs: NeededScopes,
  { clientId, clientSecret, credential, named }: Settings,
): readonly Diagnosis[] {
  if (needs.app.length === 0) {
    return [];
  }
  const kinds = needs.app.join(", ");
  if (clientId === undefined || clientSecret === undefined) {
    const said = {
      found: `There are no credentials of an app, and ${kinds} needs them.`,
      means:
        needs.of === "stack"
          ? "An `up` that makes one would fail."
          : "Only a program that declares one would fail.",
      remedy: `Set ${named("clientId")} and ${named("clientSecret")}.`,
      facts: { neededFor: [...needs.app] },
    };
    return needs.of === "stack" ? [check.problem(said)] : [check.ok({ ...said, found: said.found })];
  }
  return credential.from === "service"
    ? [check.ok({ found: `The app ${clientId} signs in, and its credentials also make ${kinds}.` })]
    : [check.notChecked(`only a write would try them; the app ${clientId} is set for ${kinds}`)];
}
