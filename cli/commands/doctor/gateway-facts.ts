import { type Io, isInRange } from "pulumi-workspace-gateway/tools";
import { apiIn, contact, hasty, plainly, whoAmI } from "../../doctor/gateway/contact.js";
import { type SettingPlaces, settingsIn } from "../../doctor/gateway/settings.js";
import { accountOf, signedInTo } from "../../doctor/gateway/signed-in.js";
import type { GatewayKnown, ProjectKnown } from "../../doctor/known.js";
import { accessOf } from "../../doctor/rights/scopes.js";
import { type Use, workOf } from "../../doctor/rights/work.js";
import { type Facts, given } from "../../doctor/table.js";
import { knowing } from "./project-facts.js";

/** Where a connection leads, and what goes through it. */
interface Question {
  readonly places: SettingPlaces;
  readonly uses: readonly Use[];
  readonly io: Io;
  /** Told each secret that becomes known: no finding may show it. */
  keepSecrets(secrets: readonly string[]): void;
}

/** What the gateway of a connection says. It gets nothing but GETs, and a token endpoint what signs in. */
export function gatewayFacts(
  project: Facts<ProjectKnown>,
  { places, uses, io, keepSecrets }: Question,
): Facts<GatewayKnown> {
  const { machine, own, kinds } = project;
  const place = given({}, () => settingsIn(places, "sign in"));
  const settings = given({ place }, () => settingsIn(places, "call"));
  const able = given({ machine, own }, (known) =>
    isInRange(known.machine.node, known.own.node)
      ? { known: true }
      : { why: `Node ${known.machine.node} is too old for the HTTP client (${known.own.node})` },
  );
  const knock = given({ place, able }, async (known) => {
    keepSecrets(known.place.secrets);
    return { known: await contact(plainly(hasty(known.place), io), whoAmI) };
  });
  const api = given({ knock }, (known) => apiIn(known.knock));
  const session = given({ api, settings }, async (known) => {
    const opened = await signedInTo(known.settings, io);
    keepSecrets(opened.secrets);
    return { known: opened };
  });
  const account = given({ session }, (known) => accountOf(known.session));
  const work = given({ kinds }, (known) => ({ known: workOf(known.kinds, uses) }));
  const access = given({ session, account, work, kinds }, async (known) => ({
    known: await accessOf(known),
  }));
  return {
    ...project,
    io: knowing(io),
    places: knowing(places),
    place,
    settings,
    knock,
    session,
    account,
    work,
    access,
  };
}
