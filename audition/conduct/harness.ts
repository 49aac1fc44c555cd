/** Checks whether a driver works before any check judges the client. A broken driver allows no verdict. */

import { randomBytes } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { HEALTHY, newCase, type AuditionCase } from '../cases/audition-case.ts';
import { playCase, tryToRemove, type Play, type PlayedCase } from './play-case.ts';
import { HEALTHY_EXPECTATION } from '../expectations/expectation.ts';

export type HarnessCases = ReturnType<typeof harnessCases>;

export type HarnessReport =
  | { readonly ok: true; readonly healthy: PlayedCase }
  | { readonly ok: false; readonly why: string; readonly healthy: PlayedCase };

/** Creates the cases for the check of a driver: a healthy case, and a case with an unknown goal. */
export function harnessCases(pace: Play['pace']) {
  const expectation = HEALTHY_EXPECTATION;
  return { healthy: newCase(HEALTHY, expectation, { pace }), unknownGoal: newCase(HEALTHY, expectation, { pace }) };
}

/** Plays both cases; undefined if the run ended first. */
export async function checkHarness(cases: HarnessCases, play: Play): Promise<HarnessReport | undefined> {
  const [healthy, unknown] = await Promise.all([
    playCase(cases.healthy, play),
    askUnknownGoal(cases.unknownGoal, play),
  ]);
  if (play.signal.aborted || healthy === undefined) return undefined;
  const why = unknown ?? wrongWith(healthy);
  if (why === undefined) return { ok: true, healthy };
  const isLost = play.driver.startsInCaseFolder === true && healthy.record.entries.length === 0;
  return { ok: false, why: isLost ? `${why}. ${FOLDER_HINT}` : why, healthy };
}

/** A client that cannot find its own files sends no request. */
const FOLDER_HINT =
  'It sent no request. The client starts in an empty folder. Use absolute paths in its command, or set the folder with --cwd';

/** Describes how a driver mishandles an unknown goal; undefined if it reports the goal as unsupported. */
async function askUnknownGoal(one: AuditionCase, { stage, driver, root, signal }: Play): Promise<string | undefined> {
  const folder = await mkdtemp(join(root, 'case-'));
  const goal = `goal-${randomBytes(4).toString('hex')}`;
  const { label: name, apiKey, deadlineSeconds } = one;
  const output = join(folder, 'clip.mp4');
  const call = { name, url: stage.url, apiKey, goal, body: one.bodies[0], output, deadlineSeconds, folder };
  const { outcome } = await driver.drive(call, signal);
  await tryToRemove(folder);
  if (outcome.end === 'unsupported' || outcome.end === 'not-observed') return undefined;
  return `for the unknown goal "${goal}", the driver must exit with 64 (with --lines: "unsupported"), but the result was: ${outcome.how}`;
}

function wrongWith({ record }: PlayedCase): string | undefined {
  const { outcome, entries, files = [] } = record;
  const [file] = files;
  // A client that fails in a way of its own is judged, because its driver did what the protocol requires.
  const isJudged = entries.length > 0 && outcome.end !== 'delivered' && outcome.end !== 'unsupported';
  if (isJudged) return undefined;
  if (outcome.end !== 'delivered') {
    const said = outcome.said?.error?.message ?? outcome.said?.error?.code;
    return `without any fault, the driver must deliver the clip and exit with 0, but the result was: ${outcome.how}${said === undefined ? '' : ` (“${said}”)`}`;
  }
  if (entries.length === 0)
    return 'the driver reported a delivery, but did not send a request to STANDIN_URL with STANDIN_API_KEY';
  if (file?.found === undefined) return 'the driver reported a delivery, but the file STANDIN_OUTPUT does not exist';
  if (file.clip === undefined || file.isForeign)
    return 'the client delivered the clip of another generation than STANDIN_BODY describes';
  return undefined;
}
