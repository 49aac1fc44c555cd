/** An audition in one's own test suite: each case is a test. */

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
  /** Who is judged: a function of this process, or a command with its arguments. */
  readonly client: ClientFunction | readonly string[];
  /** What a function can make; cases with another goal are unsupported. A command answers for itself. Default: `["make"]`. */
  readonly goals?: readonly Goal[];
  /** The command is one long process, which reads a line of JSON for each case and writes one back. */
  readonly lines?: boolean;
  /** The folder in which a command runs; one of its own for each case unless it is given. */
  readonly cwd?: string;
}

/** A client did in a case what a careful client does not; the message says what, and shows the exchanges. */
export class AuditionFailure extends Error {
  override readonly name = 'AuditionFailure';
}

export interface CaseTest {
  /** The name of its scenario. */
  readonly name: string;
  /** The verdict, once the run is over. */
  verdict(): Promise<CaseVerdict | undefined>;
  /** Throws an AuditionFailure where the client is broken, crashed, hung or untestable in this case. */
  check(): Promise<void>;
}

export interface Audition {
  /** One for each scenario that a client can reach; all are played at once, when the first is asked for. */
  readonly cases: readonly CaseTest[];
  report(): Promise<AuditionReport>;
}

/**
 * Judges a client. Nothing is started until a verdict is asked for.
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
  const verdict = async (name: string): Promise<CaseVerdict | undefined> => {
    const [only] = (await report()).clients;
    return only?.cases.find(({ scenario }) => scenario === name);
  };
  const check = async (name: string): Promise<void> => {
    const [only] = (await report()).clients;
    if (only?.untestable !== undefined) throw new AuditionFailure(`The client is untestable: ${only.untestable}`);
    const one = await verdict(name);
    if (one !== undefined && isRed(one)) throw new AuditionFailure(caseText(one));
  };
  const names = [...planAudition(options).applicable.keys()];
  return {
    cases: names.map((name) => ({ name, verdict: () => verdict(name), check: () => check(name) })),
    report,
  };
}
