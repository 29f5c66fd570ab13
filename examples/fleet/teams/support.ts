import type { Team } from "../team.ts";

export const team: Team = {
  name: "Support assistant",
  budget: 500,
  tone: "Answer briefly, and quote the article that the answer rests on.",
  routes: { default: "small", thorough: "large" },
};
