/** Draws and judges requests without a key, with wrong credentials, and with the key of another account. */

import { ANOTHER_KEY, EVERY_WAY } from '../checks/authentication/credentials.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { oracleOf } from './breach.ts';
import { drawRead } from './draw-reads.ts';
import type { Random } from './random.ts';
import { createOf, EQUAL_SCHEMES, together, type Sequence, type Step } from './sequence.ts';
import type { World } from './world.ts';

const MOST_TOGETHER = 8;
const INVALID = { ...TEXT, prompt: '' };

/** Requests whose credentials differ from the usual ones. */
export function drawAccess(random: Random, world: World): Sequence {
  return together(1 + random.below(MOST_TOGETHER), () => drawStep(random, world));
}

function drawStep(random: Random, { clips, profile: { keys } }: World): Step {
  const clip = clips.length === 0 || random.chance(0.35) ? undefined : random.pick(clips);
  const own = keys.poor === undefined ? 'primary' : 'poor';
  const { key = own, ...step } =
    clip === undefined ? createOf(own === 'primary' ? INVALID : TEXT) : drawRead(random, clip, 0.4);
  const kind = random.below(10);
  if (kind === 2 && clip !== undefined && keys.other !== undefined) return { ...step, key: 'other' };
  if (kind <= 2) return step;
  // With the right key, a valid create would be paid for.
  if (kind === 3)
    return { ...(clip === undefined ? createOf(INVALID) : step), key, spelling: random.pick(EQUAL_SCHEMES) };
  const ways = EVERY_WAY.filter(([way]) => clip !== undefined || !ANOTHER_KEY.has(way)).map(([way]) => way);
  return { ...step, key, spelling: random.pick(ways) };
}

export const judgeAccess = oracleOf(({ step, exchange }, { clips }) => {
  const { method, path, key, spelling } = step;
  const { status } = exchange.response;
  const isCreate = method === 'POST' && path === '/v1/videos';
  const isRead = (method === 'GET' || method === 'HEAD') && clips.some(({ id }) => path.includes(id));
  if (!isCreate && !isRead) return undefined;
  const operation = isCreate ? 'create' : path.endsWith('/content') ? 'content' : 'get';
  if (spelling !== undefined && EQUAL_SCHEMES.includes(spelling)) {
    // The address that a download is redirected to may be signed for GET alone.
    const isRejected = method !== 'HEAD' && (status === 401 || status === 403);
    return isRejected ? ['authentication.bearer', '11.1', 'the response that `Bearer` gets'] : undefined;
  }
  const isForeign = key === 'other' && operation !== 'create';
  if (key !== undefined && spelling === undefined && !isForeign) return undefined;
  // A server without HEAD may say so with 501. A create with a wrong key must not be sent to pay.
  const isShut = (status >= 400 && status < 500 && status !== 402) || (method === 'HEAD' && status === 501);
  const isListed = operation !== 'create' || key !== undefined || status === 401;
  if (isShut && isListed) return undefined;
  const requirement: RequirementId = isForeign
    ? `${operation}.foreign`
    : `authentication.${operation}.${key === undefined ? 'missing' : 'invalid'}`;
  return [requirement, '', isListed ? 'a refusal (400 to 499, except 402)' : '401'];
});
