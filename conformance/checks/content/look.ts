/** Reads the facts of a downloaded clip for checks. */

import type { Check, Probe } from '../../engine/define.ts';
import { objectOf, type Answered, type Evidence } from '../../engine/evidence.ts';
import { fail, observed, pass, untestable, Unjudged, type Outcome } from '../../engine/outcome.ts';
import { type ClipFacts } from '../../client/exchange.ts';
import { isCreate, pathOf } from '../lib/answers.ts';
import { asFieldsOf } from '../lib/bodies.ts';
import { cases, observations } from '../lib/cases.ts';
import { BASE } from '../lib/clips.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe } from '../lib/rules.ts';
import { bodyOf } from '../lib/twins.ts';

type Video = NonNullable<ClipFacts['video']>;
/** The expected and the actual value of a wrong clip. */
export type ClipFlaw = readonly [expected: string, got: string] | undefined;
/** A clip that the kit could read. */
export interface Seen {
  readonly answer: Answered;
  readonly clip: ClipFacts;
  readonly video: Video;
  /** The seconds of its create request, if the report has them. Other versions of the kit may request other seconds. */
  readonly askedSeconds?: number | undefined;
}

/** A sentence about the promise, a sentence about a server that breaks it, and the rule for the clip. */
type Row = readonly [
  proves: string,
  failing: string,
  rule: (seen: Seen) => ClipFlaw | Outcome,
  options?: Partial<Pick<Check, 'requirement' | 'level'>>,
];

/** Builds checks of the content of one clip. A clip from `--reuse` does not show the fields of its create request. */
export function clipCases(download: Probe, rows: Readonly<Record<string, Row>>): Check[] {
  return cases(
    [download],
    Object.entries(rows).map(([id, [proves, failing, rule, options = {}]]) => [
      id,
      [
        proves,
        failing,
        (evidence) => {
          const seen = look(evidence, download);
          const flaw = rule(seen);
          if (flaw === undefined) return pass(seen.answer);
          return 'verdict' in flaw ? flaw : fail(seen.answer, ...flaw);
        },
        options,
      ],
    ]),
  );
}

/** Builds observations of the content of one clip. */
export function clipSeen(
  download: Probe,
  rows: Readonly<Record<string, readonly [proves: string, say: (seen: Seen) => string]>>,
): Check[] {
  return observations(
    [download],
    Object.entries(rows).map(([id, [proves, say]]) => [
      id,
      [
        proves,
        ({ one }) => {
          const answer = one('whole');
          const { clip } = answer.response.body;
          return clip?.video === undefined
            ? untestable('The kit could not read the file as an MP4.', answer)
            : observed(say({ answer, clip, video: clip.video }), answer);
        },
      ],
    ]),
  );
}

function look(evidence: Evidence, probe: Probe): Seen {
  const answer = evidence.one('whole');
  if (probe === DOWNLOAD && evidence.anyClip !== BASE.id)
    throw new Unjudged(
      untestable('The clip comes from --reuse, so the kit does not know the fields of its create request.', answer),
    );
  const { clip, size } = answer.response.body;
  if (!answer.response.complete)
    throw new Unjudged(fail(answer, 'a whole clip', `${size} bytes, fewer than Content-Length states`));
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
