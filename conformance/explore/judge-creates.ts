/** Judges creates by the contract's validator: a valid one is accepted or unaffordable, and an invalid one is rejected. */

import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../contract/limits.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import { isObject } from '../engine/evidence.ts';
import { flawOf, heardIn, type Flaw, type Heard, type Oracle } from './flaw.ts';
import { namesIn } from './sequence.ts';
import { validityOf, type Validity } from './validity.ts';
import { jsonIn, usesClip, type World } from './world.ts';

export const judgeCreates: Oracle = (played, world) =>
  heardIn(played)
    .filter(({ step }) => isPlainCreate(step) && namesIn(step).length === 0)
    // The clips are those of the primary key.
    .filter(({ step, body }) => step.key === 'primary' || !usesClip(world, body))
    .filter(
      (heard, at, all) => keyIn(heard) === undefined || !all.slice(0, at).some((one) => keyIn(one) === keyIn(heard)),
    )
    .flatMap((heard, _, all) => (isKeyRejected(heard, all) ? [] : judgeCreate(heard, world)));

/** A server that rejects the key for every create says nothing of their bodies. */
function isKeyRejected({ step, exchange }: Heard, all: readonly Heard[]): boolean {
  const isRejection = (status: number): boolean => status === 401 || status === 403;
  const others = all.filter((one) => one.step.key === step.key);
  return isRejection(exchange.response.status) && others.every((one) => isRejection(one.exchange.response.status));
}

/** The Idempotency-Key. A second create with the same key may be answered in many ways. */
function keyIn({ exchange }: Heard): string | undefined {
  return exchange.request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}

/** A create with its key as usual. What its other headers change is judged elsewhere. */
function isPlainCreate({ method, path, key, spelling, isBeyond }: Heard['step']): boolean {
  return method === 'POST' && path === '/v1/videos' && key !== undefined && spelling === undefined && !isBeyond;
}

function judgeCreate(heard: Heard, world: World): Flaw[] {
  const { step, exchange, body: sent = '' } = heard;
  const key = keyIn(heard);
  const longKey = key !== undefined && key.length > LIMITS.idempotencyKey.max;
  const validity: Validity = longKey
    ? {
        kind: 'invalid',
        requirement: 'create.idempotency-key.length',
        what: `an Idempotency-Key of ${key.length} characters`,
      }
    : validityOf(sent, world);
  const { status } = exchange.response;
  if (validity.kind === 'open' || asksToFail(sent, world)) return [];
  if (validity.kind === 'invalid') return judgeInvalid(heard, validity);
  if (status === 202 || status === 402) return [];
  const isUnpaid = status === 401 || status === 403;
  const requirement = isUnpaid ? 'errors.insufficient-credits.status' : promiseOf(sent, validity.requirement, key);
  const expected = step.key === 'poor' ? '202 or 402 (this key has no credits)' : '202 or 402';
  const proves = 'A create that the API document allows is accepted, if the credits suffice.';
  return [flawOf(heard, { key: `${requirement}.valid`, requirement, proves, expected })];
}

/** A server may reject at the create what it can tell to fail. */
function asksToFail(text: string, { profile }: World): boolean {
  const fields = Object.entries(profile.triggers.failing ?? {});
  const body = jsonIn(text);
  return fields.length > 0 && isObject(body) && fields.every(([name, value]) => isDeepStrictEqual(body[name], value));
}

function judgeInvalid(heard: Heard, { requirement, what }: Validity & { kind: 'invalid' }): Flaw[] {
  const { status } = heard.exchange.response;
  const isCreditsFirst = status === 402;
  if (status >= 400 && status <= 499 && !isCreditsFirst) return [];
  const proves = 'A create that the API document does not allow is rejected.';
  const expected = `a rejection (400 to 499): ${what}`;
  return [
    flawOf(heard, { requirement, proves, expected, ...(isCreditsFirst && { isSuspicion: heard.step.key === 'poor' }) }),
  ].filter(({ isSuspicion }) => !isCreditsFirst || isSuspicion === true);
}

const FIELDS: Readonly<Record<string, RequirementId>> = {
  prompt: 'create.prompt.length',
  mode: 'create.mode.values',
  duration_seconds: 'create.duration-seconds.range',
  resolution: 'create.resolution.values',
  aspect_ratio: 'create.aspect-ratio.values',
  audio: 'create.audio.type',
};

/** If one field alone differs from the cheapest create, its promise is broken. Otherwise, that of the workflow is. */
function promiseOf(text: string, workflow: RequirementId, key: string | undefined): RequirementId {
  if (key !== undefined) return 'create.idempotency-key.accepted';
  const body = jsonIn(text);
  if (!isObject(body) || workflow !== 'workflow.text.accepted') return workflow;
  const differing = Object.keys(body).filter((field) => body[field] !== Reflect.get(TEXT, field));
  return (differing.length === 1 && FIELDS[differing[0] ?? '']) || workflow;
}
