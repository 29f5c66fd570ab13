import type { Team } from "../team.ts";

export const team: Team = {
  name: "Research",
  budget: 1_000,
  tone: "Say how sure you are.",
  routes: { default: "large", draft: "small" },
};
