import { type Io, isInRange } from "pulumi-workspace-gateway/tools";
import { contact, hasty, plainly, whoAmI } from "../../doctor/gateway/contact.js";
import { answerIn, apiIn } from "../../doctor/gateway/reach.js";
import { settingsIn, type Written } from "../../doctor/gateway/setting-sources.js";
import { accountOf, signedInTo } from "../../doctor/gateway/signed-in.js";
import type { GatewayKnown, ProjectKnown } from "../../doctor/known.js";
import { accessOf } from "../../doctor/rights/access.js";
import { type Use, workOf } from "../../doctor/rights/work.js";
import { type Facts, given } from "../../doctor/table.js";
import { knowing } from "./project-facts.js";

/** Where a connection leads, and what goes through it. */
interface Question {
  readonly written: Written;
  readonly uses: readonly Use[];
  readonly io: Io;
  /** Told each secret that becomes known: no finding may show it. */
  keepSecrets(secrets: readonly string[]): void;
}

/** What the gateway of a connection says. It gets nothing but GETs, and a token endpoint what signs in. */
export function gatewayFacts(
  project: Facts<ProjectKnown>,
  { written, uses, io, keepSecrets }: Question,
): Facts<GatewayKnown> {
  const { machine, own, kinds } = project;
  const place = given({}, () => settingsIn(written, "sign in"));
  const settings = given({ place }, () => settingsIn(written, "call"));
  const able = given({ machine, own }, (known) =>
    isInRange(known.machine.node, known.own.node)
      ? { known: true }
      : { why: `Node ${known.machine.node} is too old for the HTTP client (${known.own.node})` },
  );
  const knock = given({ place, able }, async (known) => {
    keepSecrets(known.place.secrets);
    return { known: await contact(plainly(hasty(known.place), io), whoAmI, io) };
  });
  const answer = given({ knock }, (known) => answerIn(known.knock));
  const api = given({ answer }, (known) => apiIn(known.answer));
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
    written: knowing(written),
    place,
    settings,
    knock,
    answer,
    session,
    account,
    work,
    access,
  };
}
