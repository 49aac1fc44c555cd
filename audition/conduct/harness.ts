/** Checks whether a driver works before any check judges the client. A broken driver allows no verdict. */

import { randomBytes } from 'node:crypto';
import { newCase } from '../cases/audition-case.ts';
import { HEALTHY_SCENARIO } from '../cases/case-scenario.ts';
import { playCase, type Play, type PlayedCase } from './play-case.ts';

/**
 * Plays a healthy case, and a case with an unknown goal. Resolves to the healthy case and to the reason why the driver
 * does not work, if it does not. Resolves to undefined if the run ended first.
 */
export async function checkHarness(play: Play) {
  const goal = `goal-${randomBytes(4).toString('hex')}`;
  const [one, other] = [newCase(HEALTHY_SCENARIO, play.pace), newCase(HEALTHY_SCENARIO, play.pace)];
  await play.stage.prepare([one, other]);
  const [healthy, unknown] = await Promise.all([playCase(one, play), playCase({ ...other, goal }, play)]);
  if (play.signal.aborted || healthy === undefined) return undefined;
  const { end, how } = unknown?.record.outcome ?? { end: 'unsupported', how: '' };
  const why =
    end === 'unsupported'
      ? wrongWith(healthy)
      : `for the unknown goal "${goal}", the driver must exit with 64 (with --lines: "unsupported"), but the result was: ${how}`;
  const isLost = play.driver.startsInCaseFolder === true && healthy.record.entries.length === 0;
  return { healthy, why: why !== undefined && isLost ? `${why}. ${FOLDER_HINT}` : why };
}

/** A client that cannot find its own files sends no request. */
const FOLDER_HINT =
  'It sent no request. The client starts in an empty folder. Use absolute paths in its command, or set the folder with --cwd';

/** Describes how a driver mishandles the healthy case; undefined if it does not. */
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
