/** Profiles of the plugin's process and of a TypeScript program's two, for a hundred of a stack. */
import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Emulator, startEmulator } from "../../../provider/testing/emulator.js";
import { installPlugins, makeStack, reads } from "../../plugin/bench/stacks.js";
import * as programs from "../programs.js";
import { openStack } from "../stacks.js";
import { ownersInBundle, ownersOfFiles } from "./owners.js";
import { type Owners, readProfile, type Recording, type Row, sumOf, WAITING } from "./read-profile.js";
import { openRecordings, type Recordings } from "./recordings.js";

const DIST = `${pathToFileURL(resolve(__dirname, "../../../dist")).href}/`;

/** A process in the one of the runs that was busy for the median time. */
export interface ProcessProfile {
  readonly runs: number;
  readonly rows: readonly Row[];
}

export interface Profiles {
  readonly plugin: ProcessProfile;
  readonly program: ProcessProfile;
  /** The SDK's host of dynamic providers. */
  readonly host: ProcessProfile;
}

export async function measureProfiles(path: string, runs: number, report: (line: string) => void): Promise<Profiles> {
  await using service = await startEmulator();
  const recordings = await openRecordings();
  try {
    return {
      plugin: await profilePlugin(path, runs, report, service, recordings),
      ...(await profileProgram(path, runs, report, service, recordings)),
    };
  } finally {
    await recordings.remove();
  }
}

async function profilePlugin(
  path: string,
  runs: number,
  report: (line: string) => void,
  service: Emulator,
  recordings: Recordings,
): Promise<ProcessProfile> {
  const bench = await installPlugins(path, "script");
  try {
    const variables = { ...service.environment(), ...recordings.environment };
    const stack = await makeStack(bench, "profile", reads("workflows", 100), variables);
    const taken = await record(stack, runs, recordings, (round) => report(`the plugin's profile, ${round}`));
    const owners = (recording: Recording): Owners => ownersInBundle(recording, bench.map);
    return medianOf(taken, "/pulumi-resource-workflows", owners);
  } finally {
    await rm(bench.folder, { recursive: true, force: true });
  }
}

async function profileProgram(
  path: string,
  runs: number,
  report: (line: string) => void,
  service: Emulator,
  recordings: Recordings,
): Promise<Omit<Profiles, "plugin">> {
  const environment = (): Record<string, string> => ({ ...service.environment(), ...recordings.environment });
  const stack = await openStack(path, programs.projectOf(programs.workflows(100)), { environment });
  try {
    const taken = await record(stack, runs, recordings, (round) => report(`a program's profile, ${round}`));
    const owners = (recording: Recording): Owners => ownersOfFiles(recording, DIST);
    return {
      program: medianOf(taken, "/cmd/run/index.js", owners),
      host: medianOf(taken, "/cmd/dynamic-provider/index.js", owners),
    };
  } finally {
    await stack.remove();
  }
}

/** The first updates make the state. */
const WARM_UPS = 2;

async function record(
  stack: { up(): Promise<unknown> },
  runs: number,
  recordings: Recordings,
  onRound: (round: string) => void,
): Promise<readonly Recording[]> {
  onRound("making the stack");
  for (let count = 0; count < WARM_UPS; count += 1) {
    await stack.up();
  }
  await recordings.take();
  for (let round = 1; round <= runs; round += 1) {
    onRound(`round ${round} of ${runs}`);
    await stack.up();
  }
  return recordings.take();
}

function medianOf(
  recordings: readonly Recording[],
  script: string,
  ownersIn: (recording: Recording) => Owners,
): ProcessProfile {
  const taken = recordings
    .filter((recording) => recording.script.endsWith(script))
    .map((recording) => readProfile(recording, ownersIn(recording)))
    .sort((a, b) => busyIn(a) - busyIn(b));
  const rows = taken[Math.floor((taken.length - 1) / 2)];
  if (rows === undefined) {
    throw new Error(`No process of …${script} was recorded.`);
  }
  return { runs: taken.length, rows };
}

export function busyIn(rows: readonly Row[]): number {
  return sumOf(...rows.filter(({ owner }) => owner !== WAITING));
}
