/** Judges creates by the contract's validator: valid creates are accepted or cost too much, and others are rejected. */

import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../contract/limits.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import { errorCode } from '../checks/lib/rules.ts';
import { isObject } from '../engine/evidence.ts';
import { breachOf, answeredIn, type Breach, type AnsweredStep, type Oracle } from './breach.ts';
import { namesIn } from './sequence.ts';
import { validityOf, type Validity } from './validity.ts';
import { jsonIn, usesClip, type World } from './world.ts';

export const judgeCreates: Oracle = (played, world) =>
  answeredIn(played)
    .filter(({ step }) => isPlainCreate(step) && namesIn(step).length === 0)
    // The clips belong to the primary key.
    .filter(({ step, body }) => step.key === 'primary' || !usesClip(world, body))
    .filter(
      (answered, at, all) =>
        keyIn(answered) === undefined || !all.slice(0, at).some((one) => keyIn(one) === keyIn(answered)),
    )
    .flatMap((answered, _, all) => (isKeyRejected(answered, all) ? [] : judgeCreate(answered, world)));

/** If a server rejects the key for every create, the bodies were not judged. */
function isKeyRejected({ step, exchange }: AnsweredStep, all: readonly AnsweredStep[]): boolean {
  const isRejection = (status: number): boolean => status === 401 || status === 403;
  const others = all.filter((one) => one.step.key === step.key);
  return isRejection(exchange.response.status) && others.every((one) => isRejection(one.exchange.response.status));
}

/** The Idempotency-Key. A second create with the same key may be answered in many ways. */
function keyIn({ exchange }: AnsweredStep): string | undefined {
  return exchange.request.headers.find(([name]) => name.toLowerCase() === 'idempotency-key')?.[1];
}

/** A create with its key as usual. */
function isPlainCreate({ method, path, key, spelling, isBeyond }: AnsweredStep['step']): boolean {
  return method === 'POST' && path === '/v1/videos' && key !== undefined && spelling === undefined && !isBeyond;
}

function judgeCreate(answered: AnsweredStep, world: World): Breach[] {
  const { step, exchange, body: sent = '' } = answered;
  const key = keyIn(answered);
  const longKey = key !== undefined && key.length > LIMITS.idempotencyKey.max;
  const validity: Validity = longKey
    ? {
        kind: 'invalid',
        requirement: 'create.idempotency-key.length',
        what: `an Idempotency-Key of ${key.length} characters`,
      }
    : validityOf(sent, world);
  const { status } = exchange.response;
  if (status === 402 && errorCode(exchange) !== 'insufficient_credits') return [wrongCode(answered)];
  if (validity.kind === 'open' || asksToFail(sent, world)) return [];
  if (validity.kind === 'invalid') return judgeInvalid(answered, validity);
  if (status === 202 || status === 402) return [];
  const requirement = OTHERS[status] ?? promiseOf(sent, validity.requirement, key);
  const expected = step.key === 'poor' ? '202 or 402 (this key has no credits)' : '202 or 402';
  const proves = 'A create request that the API document allows is accepted if the credits cover its cost.';
  return [breachOf(answered, { key: `${requirement}.valid`, requirement, proves, expected })];
}

/** The promises about the status of a create that the document allows. */
const OTHERS: Readonly<Record<number, RequirementId>> = {
  200: 'create.answer.status',
  201: 'create.answer.status',
  401: 'errors.insufficient-credits.status',
  403: 'errors.insufficient-credits.status',
};

function wrongCode(answered: AnsweredStep): Breach {
  const proves = 'The code of an error for insufficient credits is `insufficient_credits`.';
  return breachOf(answered, {
    requirement: 'errors.insufficient-credits.code',
    proves,
    expected: 'the code insufficient_credits',
  });
}

/** A server may reject at the create what it can tell to fail. */
export function asksToFail(text: string, { profile }: World): boolean {
  const fields = Object.entries(profile.triggers.failing ?? {});
  const body = jsonIn(text);
  return fields.length > 0 && isObject(body) && fields.every(([name, value]) => isDeepStrictEqual(body[name], value));
}

function judgeInvalid(answered: AnsweredStep, { requirement, what }: Validity & { kind: 'invalid' }): Breach[] {
  const { status } = answered.exchange.response;
  const isCreditsFirst = status === 402;
  if (status >= 400 && status <= 499 && !isCreditsFirst) return [];
  const proves = 'A create request that the API document does not allow is rejected.';
  const expected = `a rejection (400 to 499): ${what}`;
  return [
    breachOf(answered, {
      requirement,
      proves,
      expected,
      ...(isCreditsFirst && { isSuspicion: answered.step.key === 'poor' }),
    }),
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

/** The promise of the only field that differs from the cheapest create, or else the promise of the workflow. */
function promiseOf(text: string, workflow: RequirementId, key: string | undefined): RequirementId {
  if (key !== undefined) return 'create.idempotency-key.accepted';
  const body = jsonIn(text);
  if (!isObject(body) || workflow !== 'workflow.text.accepted') return workflow;
  const differing = Object.keys(body).filter((field) => body[field] !== Reflect.get(TEXT, field));
  return (differing.length === 1 && FIELDS[differing[0] ?? '']) || workflow;
}
