// How a run fails: a message, what to do, and an exit code that a pipeline can act on.

/** 3 to 9 are those of `pulumi-workflows check`: the preflight passes them on. */
export const EXIT = {
  usage: 2,
  settings: 3,
  gate: 20,
  promotion: 21,
  underWay: 22,
  pending: 23,
  deployment: 24,
  engine: 25,
  stack: 26,
  sameName: 27,
  description: 28,
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

  /** The same failure, with the name of its environment: standard error may be shown apart from the log. */
  in(environment: string): Failure {
    return new Failure(this.exitCode, `${environment}: ${this.message}`, this.advice);
  }
}
