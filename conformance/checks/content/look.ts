/** Reads the facts of a downloaded clip for checks. */

import { defineCheck, type Check, type CheckInput, type Probe } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, untestable, Unjudged, type Outcome } from '../../engine/outcome.ts';
import { type ClipFacts } from '../../client/exchange.ts';
import { isCreate, pathOf } from '../lib/answers.ts';
import { asFieldsOf } from '../lib/bodies.ts';
import { BASE } from '../lib/clips.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe } from '../lib/rules.ts';
import { bodyOf } from '../lib/twins.ts';

type Video = NonNullable<ClipFacts['video']>;
/** A clip that the kit could read. */
export interface Seen {
  readonly answer: Answered;
  readonly clip: ClipFacts;
  readonly video: Video;
  /**
   * The seconds of its create request, if the report has them. Another version of the kit may request other seconds.
   */
  readonly askedSeconds?: number | undefined;
}

type Row = Omit<CheckInput, 'id' | 'from' | 'judge'> & { readonly rule: (seen: Seen) => Outcome };

/** Builds checks of the content of one clip. A clip from `--reuse` does not show the fields of its create request. */
export function aboutClip(download: Probe, rows: Readonly<Record<string, Row>>): Check[] {
  return Object.entries(rows).map(([id, { rule, ...row }]) =>
    defineCheck({ ...row, id, from: [download], judge: (evidence) => rule(look(evidence, download)) }),
  );
}

function look(evidence: Evidence, probe: Probe): Seen {
  const answer = evidence.one('whole');
  if (probe === DOWNLOAD && evidence.anyClip !== BASE.id)
    throw new Unjudged(
      untestable('The clip comes from --reuse, so the kit does not know the fields of its create request.', answer),
    );
  const { clip } = answer.response.body;
  if (!answer.response.complete)
    throw new Unjudged(
      fail(answer, 'a whole clip', `${answer.response.body.size} bytes, fewer than Content-Length states`),
    );
  if (clip?.unread !== undefined) throw new Unjudged(untestable(clip.unread, answer));
  const expected = 'an MP4 file with a video track';
  if (clip?.video === undefined) throw new Unjudged(fail(answer, expected, clip?.problem ?? describe(answer)));
  return { answer, clip, video: clip.video, askedSeconds: secondsAsked(evidence, answer) };
}

function secondsAsked({ every }: Evidence, { request }: Answered): number | undefined {
  const path = pathOf(request.url);
  const create = every.find((answer) => isCreate(answer) && path.includes(`/${String(objectOf(answer)['id'])}/`));
  if (create === undefined) return undefined;
  const { duration_seconds: seconds } = asFieldsOf(bodyOf(create));
  return typeof seconds === 'number' ? seconds : undefined;
}
