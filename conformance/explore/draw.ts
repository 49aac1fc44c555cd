/** Draws the sequence of a round: creates, reads, credentials, or with a budget the life of a generation. */

import type { HeaderLine } from '../client/exchange.ts';
import { LIMITS } from '../../contract/limits.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import { drawAccess } from './access.ts';
import { createStep, drawValid } from './draw-creates.ts';
import { drawNear } from './draw-near.ts';
import { drawReads } from './draw-reads.ts';
import { drawLife } from './lives.ts';
import type { Random } from './random.ts';
import type { Sequence, Step } from './sequence.ts';
import { validityOf } from './validity.ts';
import { usesClip, type World } from './world.ts';

const CREATES_TOGETHER = 12;
/** With a budget, a few clips are made first, because many requests need them. */
const FIRST_CLIPS = 3;
const JSON_TYPE: HeaderLine = ['Content-Type', 'application/json'];

/** The sequence of one round. */
export function drawSequence(random: Random, world: World): Sequence {
  const { profile, clips } = world;
  const canPay = profile.budget !== undefined && profile.budget > 0;
  const isPoor = clips.length < FIRST_CLIPS;
  if (canPay && random.chance(isPoor ? 0.5 : 0.12)) return drawLife(random, world);
  const kind = random.below(20);
  if (kind < 6) return drawReads(random, world) ?? drawCreates(random, world);
  return kind < 9 ? drawAccess(random, world) : drawCreates(random, world);
}

/** Draws creates that are valid or nearly valid. Without a key that has no credits, only invalid creates are free. */
function drawCreates(random: Random, world: World): Sequence {
  const isFree = world.profile.keys.poor !== undefined;
  return Array.from({ length: CREATES_TOGETHER }, (_, at): Step => {
    const isValid = isFree && random.chance(0.25);
    const drawn = isValid ? createStep(random, drawValid(random, world)) : drawNear(random, world);
    const step = isFree && !usesClip(world, drawn.body) ? drawn : withPrimaryKey(drawn, world);
    const headers = [typeOf(random), ...(random.chance(0.1) ? [idempotencyKey(random)] : [])];
    return { ...step, headers, ...(at > 0 && { isTogether: true }) };
  });
}

/** Clips belong to the primary key. A create that the server may accept would be paid for, so another one leaves. */
function withPrimaryKey(step: Step, world: World): Step {
  const isInvalid = validityOf(step.body ?? '', world).kind === 'invalid';
  const body = isInvalid ? step.body : JSON.stringify({ ...TEXT, duration_seconds: LIMITS.durationSeconds.min - 1 });
  return { ...step, key: 'primary', ...(body !== undefined && { body }) };
}

function typeOf(random: Random): HeaderLine {
  return random.chance(0.95) ? JSON_TYPE : ['Content-Type', 'application/json; charset=utf-8'];
}

/** A length near the limit, or a short one. */
function idempotencyKey(random: Random): HeaderLine {
  const { max } = LIMITS.idempotencyKey;
  const length = random.pick([14, 36, 64, max - 1, max, max, max + 1, max + 2, 2 * max, 1000]);
  return ['Idempotency-Key', `{play}${random.pick(['x', '-', '9']).repeat(length - 13)}`];
}
