import { amountOf } from "../../account/account-object.js";
import type { ExpectedWorkspace } from "../format.js";
import { judge, worst } from "../line-outcome.js";
import type { Room } from "../workspace-room.js";
import { aboutObject, type ExpectedLine, isInBounds } from "./line.js";

/** The bounds of a workspace's spend cap. */
export function budgetLines(expected: NonNullable<ExpectedWorkspace["budget"]>, room: Room): ExpectedLine[] {
  const budgets = room.of("Budget");
  return Object.entries(boundWords).flatMap(([key, words]): ExpectedLine[] => {
    const bound = expected[key as keyof typeof boundWords];
    if (bound === undefined) {
      return [];
    }
    const all = budgets.map((budget) => {
      const value = amountOf(budget, "budget");
      const found = value === undefined ? "the budget is not known" : `the budget is ${value}`;
      return judge({ isMet: isInBounds({ [key]: bound }, value), found, ...aboutObject(budget) });
    });
    const judgement = worst(all) ?? judge({ isMet: undefined, found: "no budget is known here" });
    return [{ path: ["budget", key], expected: `a budget of ${words} ${bound}`, judgement }];
  });
}

const boundWords = { atMost: "at most", atLeast: "at least" } as const;
