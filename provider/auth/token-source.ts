/** Keeps one access token, renews it on demand, and lets all who ask at once share one request. */
import { systemClock } from "../http/clock.js";
import { createDeadline } from "../http/deadline.js";
import type { Deadline } from "../http/deadline.js";
import { TimeoutError } from "../http/errors.js";
import type { Clock } from "../http/types.js";
import { WaitEnd, within } from "../http/within.js";
import { requestToken } from "./token-request.js";
import { DOING } from "./token-answer.js";
import type { TokenRequestOptions } from "./token-request.js";
import type { AccessToken, TokenSource } from "./types.js";

export interface TokenSourceOptions extends TokenRequestOptions {
  /** Seconds for a token, retries and waits included, where the caller brings no deadline. Default 120. */
  readonly deadlineSeconds?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A token that is used again, and until when: by the wall clock and by the one that never jumps. */
interface KeptToken {
  readonly token: AccessToken;
  readonly renewAt: number;
  readonly renewAtMonotonic: number;
  /** To be called when it is not kept any more: the redactor may forget it some time later. */
  readonly release: (() => void) | undefined;
}

/** One token request under way, and the deadlines of those who wait for it. */
interface Flight {
  readonly token: Promise<AccessToken>;
  readonly waiters: Set<{ readonly deadline: Deadline }>;
  readonly stop: AbortController;
}

const DEFAULT_DEADLINE_SECONDS = 120;
const UNKNOWN_LIFETIME_MS = 10 * 60_000;
const LONGEST_MARGIN_MS = 60_000;
/** How long the transport gets to say itself why the time ran out. */
const GRACE_MS = 100;

/**
 * A token is renewed when asked for within the margin before its end: the smaller of 60 s and a tenth of its lifetime,
 * so that no lifetime is too short to be used. It ends when either clock says so: the wall clock goes on while a machine
 * sleeps, the monotonic one is not set back. A token that is over when it arrives serves those who waited for it.
 */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const clock = options.clock ?? systemClock;
  let kept: KeptToken | undefined;
  let flight: Flight | undefined;

  const isFresh = ({ renewAt, renewAtMonotonic }: KeptToken): boolean =>
    clock.now() < renewAt && clock.monotonic() < renewAtMonotonic;

  const drop = (): void => {
    kept?.release?.();
    kept = undefined;
  };

  const requestAndKeep = async (deadline: Deadline): Promise<AccessToken> => {
    const began = clock.monotonic();
    const { token, sentAt } = await requestToken(options, deadline);
    const lifetime = token.expiresAt === undefined ? UNKNOWN_LIFETIME_MS : token.expiresAt - sentAt;
    const usable = lifetime - Math.min(LONGEST_MARGIN_MS, lifetime / 10);
    const sentAgo = Math.min(Math.max(0, clock.now() - sentAt), clock.monotonic() - began);
    drop();
    kept = {
      token,
      renewAt: sentAt + usable,
      renewAtMonotonic: clock.monotonic() - sentAgo + usable,
      release: options.transport.redactor?.add(token.value),
    };
    return token;
  };

  const depart = (waiters: Flight["waiters"]): Flight => {
    const stop = new AbortController();
    const most = (of: (deadline: Deadline) => number): number =>
      Math.max(0, ...Array.from(waiters, ({ deadline }) => of(deadline)));
    // As long as the most patient of those who wait: who comes later may be more patient still.
    const token = requestAndKeep({
      get seconds() {
        return most(({ seconds }) => seconds);
      },
      remaining: () => most((deadline) => deadline.remaining()),
      signal: stop.signal,
    });
    const departed = { token, waiters, stop };
    const land = (): void => {
      if (flight === departed) flight = undefined;
    };
    token.then(land, land);
    return departed;
  };

  /** Waits for the request under way, or for a new one, and stops it when nobody waits any more. */
  const board = async (deadline: Deadline): Promise<AccessToken> => {
    const waiter = { deadline };
    const boarded = flight ?? depart(new Set([waiter]));
    flight = boarded;
    boarded.waiters.add(waiter);
    try {
      return await within(boarded.token, deadline, GRACE_MS);
    } finally {
      boarded.waiters.delete(waiter);
      if (boarded.waiters.size === 0) {
        if (flight === boarded) flight = undefined;
        boarded.stop.abort();
      }
    }
  };

  return {
    getToken: async (deadline) => {
      if (kept !== undefined && isFresh(kept)) return kept.token;
      const limit = deadline ?? createDeadline(options.deadlineSeconds ?? DEFAULT_DEADLINE_SECONDS, clock);
      try {
        return await board(limit);
      } catch (error) {
        throw error instanceof WaitEnd ? asTimeoutError(error, limit) : error;
      }
    },
    invalidate: (token) => {
      if (kept?.token.value === token.value) drop();
    },
  };
}

function asTimeoutError({ reason }: WaitEnd, { seconds }: Deadline): TimeoutError {
  if (reason === "cancelled")
    return new TimeoutError("The operation was cancelled.", { code: "cancelled", doing: DOING });
  return new TimeoutError(`The deadline of ${seconds} s has passed.`, {
    code: "timeout",
    doing: DOING,
    hint: "If the service needs longer, raise deadlineSeconds.",
  });
}
