import { gatewayRow } from "../known.js";

/** A server gives whole seconds, and an answer takes time: less than this is no difference. */
const tolerated = 5_000;

/** Compares the clocks: the gateway's is in the `Date` of its answer. */
export const clockCheck = gatewayRow("clock", ["answer"], ({ answer }, check) => {
  const { reply, asked, answered } = answer;
  const theirs = Date.parse(reply.headers.date ?? "");
  if (Number.isNaN(theirs)) {
    return check.notChecked("the gateway's answers have no Date");
  }
  const ahead = Math.round((theirs - (asked + answered) / 2) / 1000);
  const facts = { gatewayAheadSeconds: ahead };
  if (Math.abs(ahead * 1000) <= tolerated) {
    return check.ok({ found: "The gateway's clock and this one agree.", facts });
  }
  const way = ahead > 0 ? "ahead of" : "behind";
  return check.warning({
    found: `The gateway's clock is ${Math.abs(ahead)} s ${way} this one.`,
    means:
      "Objects whose answer was lost are still recognized, by the gateway's clock, but tokens and certificates may seem to end too early or too late.",
    remedy: "Set the clock of this machine by NTP; if it is right, tell those who run the gateway.",
    facts,
  });
});
