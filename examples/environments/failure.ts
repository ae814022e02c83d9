// How a run ends when it does not end well: a message that says what to do, and an exit code that a pipeline can act on.

/** 3 to 9 are those of `pulumi-workflows check`, which the preflight passes on. */
export const EXIT = {
  usage: 2,
  settings: 3,
  gate: 20,
  promotion: 21,
  underWay: 22,
  pending: 23,
  deployment: 24,
  internal: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export class Failure extends Error {
  constructor(
    readonly exitCode: number,
    message: string,
    /** What to do now. */
    readonly advice: string,
  ) {
    super(message);
    this.name = "Failure";
  }
}
