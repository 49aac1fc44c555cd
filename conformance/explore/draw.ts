/** Draws the sequence of a round: creates, reads, credentials, or with a budget the life of a generation. */

import type { HeaderLine } from '../client/exchange.ts';
import { LIMITS } from '../../contract/limits.ts';
import { drawAccess } from './access.ts';
import { createStep, drawNear, drawValid, INVALID } from './draw-creates.ts';
import { codedNowAndThen, drawReads } from './draw-reads.ts';
import { drawLife } from './lives.ts';
import type { Random } from './random.ts';
import { together, type Sequence, type Step } from './sequence.ts';
import { validityOf } from './validity.ts';
import { usesClip, type World } from './world.ts';

const CREATES_TOGETHER = 16;
/** The number of clips that a search with a budget makes first, because many requests need them. */
const FIRST_CLIPS = 3;

/** Draws the sequence of one round. */
export function drawSequence(random: Random, world: World): Sequence {
  const { profile, clips } = world;
  const canPay = profile.budget !== undefined && profile.budget > 0;
  const isPoor = clips.length < FIRST_CLIPS;
  if (canPay && random.chance(isPoor ? 0.5 : 0.12)) return drawLife(random, world);
  const kind = random.below(20);
  const reads = kind < 6 ? drawReads(random, world) : undefined;
  if (reads !== undefined) return reads;
  if (kind >= 6 && kind < 9) return drawAccess(random, world);
  const create = (): Step => drawCreate(random, world);
  return together(CREATES_TOGETHER, codedNowAndThen(random, create));
}

/** Draws a create that is valid or nearly valid. Without a key that has no credits, only invalid creates are free. */
function drawCreate(random: Random, world: World): Step {
  const isFree = world.profile.keys.poor !== undefined;
  const isValid = isFree && random.chance(0.25);
  const step = isValid ? createStep(random, drawValid(random, world)) : drawNear(random, world);
  const type: HeaderLine = ['Content-Type', `application/json${random.chance(0.05) ? '; charset=utf-8' : ''}`];
  const headers = [type, ...(random.chance(0.1) ? [idempotencyKey(random)] : [])];
  if (isFree && !usesClip(world, step.body)) return { ...step, headers };
  // Clips belong to the primary key. The server could accept a create with this key, so an invalid create replaces it.
  const isInvalid = validityOf(step.body ?? '', world).kind === 'invalid';
  return { ...step, headers, key: 'primary', ...(!isInvalid && { body: JSON.stringify(INVALID) }) };
}

/** Draws a length near the limit, or a short length. */
function idempotencyKey(random: Random): HeaderLine {
  const { max } = LIMITS.idempotencyKey;
  const length = random.pick([14, 36, 64, max - 1, max, max, max + 1, max + 2, 2 * max, 1000]);
  return ['Idempotency-Key', `{play}${random.pick(['x', '-', '9']).repeat(length - 13)}`];
}
