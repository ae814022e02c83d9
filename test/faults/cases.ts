/** The one table of cases: CASES.md, 1 to 54. */
import type { Case } from "./bench.js";
import { responseCases } from "./response-cases.js";
import { bodyCases } from "./body-cases.js";
import { cacheCases } from "./cache-cases.js";
import { cancelCases } from "./cancel-cases.js";
import { connectionCases } from "./connection-cases.js";
import { leakCases } from "./leak-cases.js";
import { lifetimeCases } from "./lifetime-cases.js";
import { redirectCases } from "./redirect-cases.js";
import { requestCases } from "./request-cases.js";
import { tlsAndProxyCases } from "./tls-and-proxy-cases.js";
import { useCases } from "./use-cases.js";

export const cases: readonly Case[] = [
  ...responseCases,
  ...bodyCases,
  ...cacheCases,
  ...cancelCases,
  ...connectionCases,
  ...leakCases,
  ...lifetimeCases,
  ...redirectCases,
  ...requestCases,
  ...tlsAndProxyCases,
  ...useCases,
].sort((one, other) => one.number - other.number);
