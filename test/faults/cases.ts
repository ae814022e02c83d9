/** The one table of cases: CASES.md, 1 to 54. */
import { answerCases } from "./answer-cases.js";
import type { Case } from "./bench.js";
import { cacheCases } from "./cache-cases.js";
import { requestCases } from "./request-cases.js";
import { transportCases } from "./transport-cases.js";
import { useCases } from "./use-cases.js";

export const cases: readonly Case[] = [...requestCases, ...answerCases, ...cacheCases, ...useCases, ...transportCases];
