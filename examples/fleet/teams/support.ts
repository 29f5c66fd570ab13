import type { Team } from "../team.ts";

export const team: Team = {
  name: "Support assistant",
  budget: 500,
  tone: "Answer briefly, and cite the article that supports the answer.",
  routes: { default: "small", thorough: "large" },
};
