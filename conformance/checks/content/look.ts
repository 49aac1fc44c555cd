/** Reads the facts of a downloaded clip, and judges its resolution and its shape. */

import { type FixedRatio, type Resolution, RESOLUTIONS, type Size, sizeOf } from '../../../contract/dimensions.ts';
import type { Check, Probe } from '../../engine/define.ts';
import type { Answered, Evidence } from '../../engine/evidence.ts';
import { fail, observed, type Outcome, pass, Unjudged, untestable } from '../../engine/outcome.ts';
import type { ClipFacts } from '../../client/exchange.ts';
import { creates, type Fields, once, pathOf, sightings, unjudged } from '../lib/answers.ts';
import { asFieldsOf } from '../lib/bodies.ts';
import { cases, observations } from '../lib/cases.ts';
import { BASE } from '../lib/clips.ts';
import { DOWNLOAD } from '../lib/downloads.ts';
import { describe } from '../lib/rules.ts';
import { bodyOf } from '../lib/twins.ts';

/** The largest deviation of a ratio. Encoders need multiples of 8 or 16 pixels. */
const RATIO_TOLERANCE = 0.05;

/** The limits below the lowest and above the highest resolution, where no neighbor is nearer. */
const SMALLEST = 0.8;
const LARGEST = 1.25;

/** Returns whether a resolution is the nearest one, by area or by the shorter side. Services use either definition. */
export function isTier(size: Size, resolution: Resolution): boolean {
  const area = (tier: Resolution): number => areaOf(sizeOf(tier, '16:9'));
  const side = (tier: Resolution): number => sideOf(sizeOf(tier, '16:9'));
  return isNear(areaOf(size), resolution, area) || isNear(sideOf(size), resolution, side);
}

function isNear(value: number, resolution: Resolution, measure: (tier: Resolution) => number): boolean {
  const part = value / measure(resolution);
  return nearest(value, measure) === resolution && part >= SMALLEST && part <= LARGEST;
}

/** Returns whether a size has the shape. */
export function isRatio({ width, height }: Size, ratio: FixedRatio): boolean {
  const [across = 1, down = 1] = ratio.split(':').map(Number);
  const wanted = across / down;
  return Math.abs(width / height - wanted) / wanted <= RATIO_TOLERANCE;
}

function areaOf({ width, height }: Size): number {
  return width * height;
}

function sideOf({ width, height }: Size): number {
  return Math.min(width, height);
}

/** Returns the nearest resolution by ratio: twice the value is as far away as half the value. */
function nearest(value: number, of: (tier: Resolution) => number): Resolution {
  const distance = (tier: Resolution): number => Math.abs(Math.log(value / of(tier)));
  return RESOLUTIONS.reduce((best, tier) => (distance(tier) < distance(best) ? tier : best));
}

/** The expected and the actual value of a wrong clip. */
export type ClipFlaw = readonly [expected: string, got: string] | undefined;
/** A clip that the kit could read. */
export interface Seen {
  readonly answer: Answered;
  readonly clip: ClipFacts;
  readonly video: NonNullable<ClipFacts['video']>;
  /** The fields of its create request, if the report has them. */
  readonly asked: Fields | undefined;
}

/** A sentence about the promise, a sentence about a server that breaks it, and the rule for the clip. */
type Row = readonly [
  proves: string,
  failing: string,
  rule: (seen: Seen) => ClipFlaw | Outcome,
  options?: Partial<Check>,
];

/** Builds checks of the content of one clip. A clip from `--reuse` does not show the fields of its create request. */
export function clipCases(download: Probe, rows: Readonly<Record<string, Row>>): Check[] {
  return cases(
    [download],
    Object.entries(rows).map(([id, [proves, failing, rule, options = {}]]) => [
      id,
      proves,
      failing,
      (evidence) => {
        const seen = look(evidence, download);
        const flaw = rule(seen);
        if (flaw === undefined) return pass(seen.answer);
        return 'verdict' in flaw ? flaw : fail(seen.answer, ...flaw);
      },
      options,
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
      proves,
      ({ one }) => {
        const answer = one('whole');
        const { clip } = answer.response.body;
        return clip?.video === undefined
          ? untestable('The kit could not read the file as an MP4.', answer)
          : observed(say({ answer, clip, video: clip.video, asked: undefined }), answer);
      },
    ]),
  );
}

function look(evidence: Evidence, probe: Probe): Seen {
  const answer = evidence.one('whole');
  if (probe === DOWNLOAD && evidence.anyClip !== BASE.id)
    unjudged('The clip comes from --reuse, so the kit does not know the fields of its create request.', answer);
  const { clip, size } = answer.response.body;
  if (!answer.response.complete)
    throw new Unjudged(fail(answer, 'a whole clip', `${size} bytes, fewer than Content-Length states`));
  if (clip?.unread !== undefined) unjudged(clip.unread, answer);
  const expected = 'an MP4 file with a video track';
  if (clip?.video === undefined) throw new Unjudged(fail(answer, expected, clip?.problem ?? describe(answer)));
  return { answer, clip, video: clip.video, asked: askedFor(evidence, answer) };
}

/** Returns the fields of the create request of a downloaded clip. */
export function askedFor({ every }: Pick<Evidence, 'every'>, { request }: Answered): Fields | undefined {
  const id = /\/v1\/videos\/([^/]+)\/content$/.exec(pathOf(request.url))?.[1] ?? '';
  return askedById(every).get(id.toLowerCase()) ?? askedById(every).get(id);
}

/** Returns the fields of the create requests of a run, by the id of the generation. */
export const askedById = once((every: Evidence['every']): ReadonlyMap<string, Fields> => {
  const made = sightings(creates(every));
  return new Map(made.map(({ answer, record }) => [String(record['id']), asFieldsOf(bodyOf(answer))]));
});
