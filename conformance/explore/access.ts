/** Draws and judges requests with unusual credentials (none, wrong, or of another account), and with other methods. */

import { ANOTHER_KEY, EVERY_WAY } from '../checks/authentication/credentials.ts';
import { SAMPLE, TEXT } from '../checks/lib/bodies.ts';
import { header } from '../client/exchange.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { oracleOf } from './breach.ts';
import { INVALID } from './draw-creates.ts';
import { drawRead } from './draw-reads.ts';
import type { Random } from './random.ts';
import { createOf, EQUAL_SCHEMES, together, type Sequence, type Step } from './sequence.ts';
import type { World } from './world.ts';

const MOST_TOGETHER = 8;

/** Draws requests whose credentials or methods differ from the usual ones. */
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
  if (kind === 4 || kind === 5) return drawMethod(random);
  // With the right key, a valid create would cost money.
  if (kind === 3)
    return { ...(clip === undefined ? createOf(INVALID) : step), key, spelling: random.pick(EQUAL_SCHEMES) };
  const ways = EVERY_WAY.filter(([way]) => clip !== undefined || !ANOTHER_KEY.has(way)).map(([way]) => way);
  return { ...step, key, spelling: random.pick(ways) };
}

/** No server has this id. DELETE could delete an existing id. */
const RECORD = `/v1/videos/${SAMPLE.uuid}`;
const WRITES = ['PUT', 'PATCH', 'DELETE'];

/** Draws a method that the API document does not list for its path. Lists of generations are only read. */
function drawMethod(random: Random): Step {
  const path = random.pick(['/v1/videos', RECORD, `${RECORD}/content`]);
  const methods = path.startsWith(RECORD) ? WRITES : ['GET'];
  const method = random.pick([...methods, 'OPTIONS']);
  // A proxy may answer OPTIONS, and the document does not mention lists.
  return { method, path, key: 'primary', ...(!WRITES.includes(method) && { isBeyond: true }) };
}

/** Judges rules of HTTP that hold for every response. The API document does not say which status other methods get. */
export const judgeProtocol = oracleOf(({ step: { method, path }, exchange: { elsewhere, response } }) => {
  const { status, body, complete } = response;
  const [allow, coding = ''] = ['allow', 'content-encoding'].map((name) => header(response, name));
  if (elsewhere === true) return undefined;
  if (status === 405 && allow === undefined)
    return ['errors.protocol', '15.5.6', 'an Allow header with the 405', 'none'];
  if (body.isMiscoded === true && complete) return ['content.compression', '8.4', `a body in ${coding}`, 'other bytes'];
  const isOther = path === '/v1/videos' ? method !== 'POST' : path.startsWith(RECORD) && method !== 'GET';
  const isFailure = status >= 500 && status !== 501;
  return isOther && isFailure ? ['errors.protocol', '15.6', 'no status from 500, except 501'] : undefined;
});

export const judgeAccess = oracleOf(({ step, exchange }) => {
  const { method, path, key, spelling } = step;
  const { status } = exchange.response;
  const isCreate = method === 'POST' && path === '/v1/videos';
  const isRead = (method === 'GET' || method === 'HEAD') && path.startsWith('/v1/videos/');
  if (!isCreate && !isRead) return undefined;
  const operation = isCreate ? 'create' : path.endsWith('/content') ? 'content' : 'get';
  if (spelling !== undefined && EQUAL_SCHEMES.includes(spelling)) {
    // The address to which a download is redirected may be signed for GET alone.
    const isRejected = method !== 'HEAD' && (status === 401 || status === 403);
    return isRejected ? ['authentication.bearer', '11.1', 'the response that `Bearer` gets'] : undefined;
  }
  const isForeign = key === 'other' && operation !== 'create';
  if (key !== undefined && spelling === undefined && !isForeign) return undefined;
  // A server without HEAD may answer 501. A create with a wrong key must never be paid for.
  const isShut = (status >= 400 && status < 500 && status !== 402) || (method === 'HEAD' && status === 501);
  const isListed = operation !== 'create' || key !== undefined || status === 401;
  if (isShut && isListed) return undefined;
  const requirement: RequirementId = isForeign
    ? `${operation}.foreign`
    : `authentication.${operation}.${key === undefined ? 'missing' : 'invalid'}`;
  return [requirement, '', isListed ? 'a refusal (400 to 499, except 402)' : '401'];
});
