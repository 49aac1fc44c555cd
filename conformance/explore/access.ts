/** Draws and judges requests without a key, with wrong credentials, and with the key of another account. */

import { ANOTHER_KEY, EVERY_WAY } from '../checks/credentials.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import type { HeaderLine } from '../client/exchange.ts';
import { breachOf, answeredIn, type Breach, type AnsweredStep, type Oracle } from './breach.ts';
import type { Random } from './random.ts';
import type { Sequence, Step } from './sequence.ts';
import { isEqualSpelling } from './spellings.ts';
import type { KnownClip, World } from './world.ts';

const MOST_TOGETHER = 5;
const INVALID = { ...TEXT, prompt: '' };
const EQUAL = ['bearer', 'BEARER', 'bEARER'];

/** Requests whose credentials differ from the usual ones. */
export function drawAccess(random: Random, world: World): Sequence {
  return Array.from({ length: 1 + random.below(MOST_TOGETHER) }, (_, at) => ({
    ...drawStep(random, world),
    ...(at > 0 && { isTogether: true }),
  }));
}

function drawStep(random: Random, { clips, profile }: World): Step {
  const clip = clips.length === 0 || random.chance(0.35) ? undefined : random.pick(clips);
  const own = profile.keys.poor === undefined ? 'primary' : 'poor';
  const step = clip === undefined ? createStep(own === 'primary' ? INVALID : TEXT) : readStep(random, clip);
  const kind = random.below(10);
  const key = step.key ?? own;
  if (kind < 2) return withoutKey(step);
  if (kind === 2)
    return clip !== undefined && profile.keys.other !== undefined ? { ...step, key: 'other' } : withoutKey(step);
  // With the right key, a valid create would be paid for.
  if (kind === 3) return { ...(clip === undefined ? createStep(INVALID) : step), key, spelling: random.pick(EQUAL) };
  const ways = EVERY_WAY.filter(([way]) => clip !== undefined || !ANOTHER_KEY.has(way)).map(([way]) => way);
  return { ...step, key, spelling: random.pick(ways) };
}

function withoutKey(step: Step): Step {
  const { key, ...rest } = step;
  return key === undefined ? step : rest;
}

function createStep(body: object): Step {
  return {
    method: 'POST',
    path: '/v1/videos',
    headers: [['Content-Type', 'application/json']],
    body: JSON.stringify(body),
  };
}

function readStep(random: Random, { id, key, etag, modified }: KnownClip): Step {
  const isContent = random.chance(0.6);
  const tags: HeaderLine[] = [
    ...(etag === undefined ? [] : [['If-None-Match', etag] as const]),
    ...(modified === undefined ? [] : [['If-Modified-Since', modified] as const]),
  ].map(([name, value]) => [name, value]);
  const headers: HeaderLine[] = random.chance(0.4) ? [random.pick<HeaderLine>([['Range', 'bytes=0-99'], ...tags])] : [];
  const path = `/v1/videos/${id}${isContent ? '/content' : ''}`;
  return { method: random.pick(['GET', 'GET', 'HEAD']), path, key, ...(isContent && { headers }) };
}

const OPERATIONS = [
  [/\/v1\/videos$/, 'create'],
  [/\/content$/, 'content'],
  [/\/v1\/videos\/[^/]+$/, 'get'],
] as const;

export const judgeAccess: Oracle = (played, world) =>
  answeredIn(played).flatMap((answered) => judgeOne(answered, world));

function judgeOne(answered: AnsweredStep, { clips }: World): Breach[] {
  const { method, path, key, spelling } = answered.step;
  const [, operation] = OPERATIONS.find(([pattern]) => pattern.test(path)) ?? [];
  const isUsual = (operation === 'create') === (method === 'POST') && ['GET', 'HEAD', 'POST'].includes(method);
  if (operation === undefined || !isUsual || path.includes('{')) return [];
  const owner = clips.find(({ id }) => path.includes(id))?.key;
  const { status } = answered.exchange.response;
  if (operation !== 'create' && owner === undefined) return [];
  if (spelling !== undefined && isEqualSpelling(spelling)) {
    // The address that a download is redirected to may be signed for GET alone.
    if ((status !== 401 && status !== 403) || method === 'HEAD') return [];
    const proves = 'The authentication scheme is case-insensitive (RFC 9110, 11.1).';
    return [
      breachOf(answered, {
        key: 'authentication.bearer.http',
        requirement: 'authentication.bearer',
        authority: 'http',
        proves,
        expected: 'the response that `Bearer` gets',
      }),
    ];
  }
  const isForeign = key === 'other' && owner !== undefined && operation !== 'create';
  if (key !== undefined && spelling === undefined && !isForeign) return [];
  // A server without HEAD may say so with 501. A create with a wrong key must not be sent to pay.
  const isShut = (status >= 400 && status < 500 && status !== 402) || (method === 'HEAD' && status === 501);
  const isListed = operation !== 'create' || key !== undefined || status === 401;
  if (isShut && isListed) return [];
  const requirement: RequirementId = isForeign
    ? `${operation}.foreign`
    : `authentication.${operation}.${key === undefined ? 'missing' : 'invalid'}`;
  const proves = isForeign
    ? "A request for another account's generation is refused."
    : 'A request without the right credentials is refused.';
  const expected = operation === 'create' && key === undefined ? '401' : 'a refusal (400 to 499, except 402)';
  return [breachOf(answered, { requirement, proves, expected })];
}
