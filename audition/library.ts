/** Runs an audition in a test suite: each case is a test. */

import type { ClientDriver } from './drive/client-driver.ts';
import { functionDriver, type ClientFunction } from './drive/function-driver.ts';
import { linesDriver } from './drive/lines-driver.ts';
import { processDriver } from './drive/process-driver.ts';
import type { Goal } from './expectations/expectation.ts';
import { isRed, type AuditionReport, type CaseVerdict } from './judge/audition-report.ts';
import { planAudition, runAudition, type AuditionOptions } from './run-audition.ts';
import { caseText } from './reporters/terminal.ts';

/** A client: a function of this process, or a command with its arguments; with `lines`, one long process. */
export interface AuditionInput extends Omit<AuditionOptions, 'clients'> {
  /** The judged client: a function of this process, or a command with its arguments. */
  readonly client: ClientFunction | readonly string[];
  /** The goals that a function supports. A command reports unsupported goals itself. Default: `["make"]`. */
  readonly goals?: readonly Goal[];
  /** Whether the command is one long process, which reads a line of JSON for each case and writes one back. */
  readonly lines?: boolean;
  /** The folder in which a command runs. Default: a new folder for each case. */
  readonly cwd?: string;
}

/** A client made a mistake in a case. The message describes the mistake and shows the exchanges. */
export class AuditionFailure extends Error {
  override readonly name = 'AuditionFailure';
}

export interface CaseTest {
  /** The name of the scenario. */
  readonly name: string;
  /** Returns the verdict after the run. */
  verdict(): Promise<CaseVerdict | undefined>;
  /** Throws an AuditionFailure if the client is broken, crashed, hung or untestable in this case. */
  check(): Promise<void>;
}

export interface Audition {
  /** One test for each scenario that a client can reach. The first call of a test plays all of them. */
  readonly cases: readonly CaseTest[];
  report(): Promise<AuditionReport>;
}

/**
 * Judges a client. The run starts when the first verdict is requested.
 *
 * @example
 * const { cases } = audition({
 *   client: async ({ url, apiKey, body, output }) => {
 *     await makeVideo(url, apiKey, body, output);
 *   },
 * });
 * for (const { name, check } of cases) test(name, check, 120_000);
 */
export function audition({ client, goals = ['make'], lines = false, cwd, ...options }: AuditionInput): Audition {
  const drive = (root: string): ClientDriver => {
    if (typeof client === 'function') return functionDriver(client, goals);
    return lines ? linesDriver(client, cwd ?? root) : processDriver(client, cwd);
  };
  let started: Promise<AuditionReport> | undefined;
  const report = (): Promise<AuditionReport> =>
    (started ??= runAudition({ ...options, clients: [{ name: 'client', drive }] }).then((done) => done.report));
  const verdict = async (name: string): Promise<CaseVerdict | undefined> =>
    (await report()).clients[0]?.cases.find(({ scenario }) => scenario === name);
  const check = async (name: string): Promise<void> => {
    const [only] = (await report()).clients;
    if (only?.untestable !== undefined) throw new AuditionFailure(`The client is untestable: ${only.untestable}`);
    const one = await verdict(name);
    if (one !== undefined && isRed(one)) throw new AuditionFailure(caseText(one));
  };
  const names = planAudition(options).applicable.map(({ name }) => name);
  return {
    cases: names.map((name) => ({ name, verdict: () => verdict(name), check: () => check(name) })),
    report,
  };
}
