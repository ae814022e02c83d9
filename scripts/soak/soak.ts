/** What a soak gives: a line for each round, and what was left open at its end. */
export interface Round {
  readonly round: number;
  readonly deployments: number;
  readonly fault: string;
  readonly heapUsed: number;
  readonly wrong: readonly string[];
}

export interface Soak {
  readonly rounds: readonly Round[];
  readonly left: readonly string[];
}
