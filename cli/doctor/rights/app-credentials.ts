import { gatewayRow } from "../known.js";

/** Some kinds are made with the app's own credentials (api.md, "Authentication" 5). Only a write would try them. */
export const appCheck = gatewayRow("app credentials", ["work", "settings"], ({ work, settings }, check) => {
  const { kinds, sure } = work.app;
  const { clientId, clientSecret, credential, named } = settings;
  const names = kinds.map(({ name }) => name).join(", ");
  if (kinds.length === 0) {
    return undefined;
  }
  if (clientId === undefined || clientSecret === undefined) {
    const said = {
      found: `There are no credentials of an app, and ${names} needs them.`,
      means: sure ? "The next `up` would fail." : "Only an `up` that makes one would fail.",
      remedy: `Set ${named("clientId")} and ${named("clientSecret")}.`,
    };
    return sure ? check.problem(said) : check.ok(said);
  }
  return credential.from === "service"
    ? check.ok({ found: `The app ${clientId} signs in, and its credentials also make ${names}.` })
    : check.notChecked(`only a write would try them; the app ${clientId} is set for ${names}`);
});
