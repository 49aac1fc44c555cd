/** Judges creates by the contract's validator: valid creates are accepted or cost too much, and others are rejected. */

import { isDeepStrictEqual } from 'node:util';
import { LIMITS } from '../../contract/limits.ts';
import type { RequirementId } from '../../contract/requirements/requirements.ts';
import { TEXT } from '../checks/lib/bodies.ts';
import { errorCode } from '../checks/lib/rules.ts';
import { header } from '../client/exchange.ts';
import { isObject, jsonIn } from '../engine/evidence.ts';
import { answeredIn, breachOf, type AnsweredStep, type Breach, type Oracle } from './breach.ts';
import { namesIn, type Step } from './sequence.ts';
import { promiseOfField, validityOf, type Validity } from './validity.ts';
import { usesClip, type World } from './world.ts';

export const judgeCreates: Oracle = (played, world) =>
  answeredIn(played)
    // The clips belong to the primary key.
    .filter(({ step, body }) => isPlainCreate(step) && (step.key === 'primary' || !usesClip(world, body)))
    // A second create with the same Idempotency-Key may be answered in many ways.
    .filter((answered, at, all) => {
      const key = idempotencyKeyIn(answered);
      return key === undefined || !all.slice(0, at).some((one) => idempotencyKeyIn(one) === key);
    })
    .flatMap((answered, _, all) => (isKeyRejected(answered, all) ? [] : judgeCreate(answered, world)));

/** Returns whether a server rejects the key for every create. Then the bodies were not judged. */
function isKeyRejected({ step, exchange }: AnsweredStep, all: readonly AnsweredStep[]): boolean {
  const isRejection = (status: number): boolean => status === 401 || status === 403;
  const others = all.filter((one) => one.step.key === step.key);
  return isRejection(exchange.response.status) && others.every((one) => isRejection(one.exchange.response.status));
}

export function idempotencyKeyIn({ exchange }: AnsweredStep): string | undefined {
  return header(exchange.request, 'idempotency-key');
}

/** Returns whether a create sends its key in the usual way. */
function isPlainCreate(step: Step): boolean {
  const { method, path, key, spelling } = step;
  const isKeyed = key !== undefined && spelling === undefined;
  return method === 'POST' && path === '/v1/videos' && isKeyed && namesIn(step).length === 0;
}

function judgeCreate(answered: AnsweredStep, world: World): Breach[] {
  const { step, exchange, body: sent = '' } = answered;
  const { status } = exchange.response;
  if (status === 402 && errorCode(exchange) !== 'insufficient_credits')
    return [breachOf(answered, ['errors.insufficient-credits.code', '', 'the code insufficient_credits'])];
  const key = idempotencyKeyIn(answered);
  const validity = (key ?? '').length > max ? LONG_KEY : validityOf(sent, world);
  if (validity.kind === 'open' || asksToFail(sent, world)) return [];
  if (validity.kind === 'invalid') return judgeInvalid(answered, validity);
  if (status === 202 || status === 402) return [];
  const requirement = OTHERS[status] ?? promiseOf(sent, validity.requirement, key);
  const expected = step.key === 'poor' ? '202 or 402 (this key has no credits)' : '202 or 402';
  const proves = 'A create request that the API document allows is accepted if the credits cover its cost.';
  return [{ ...breachOf(answered, [requirement, '', expected]), key: `${requirement}.valid`, proves }];
}

const { max } = LIMITS.idempotencyKey;
const LONG_KEY: Validity = {
  kind: 'invalid',
  requirement: 'create.idempotency-key.length',
  what: `an Idempotency-Key of more than ${max} characters`,
};

/** The promises about the status of an allowed create. */
const OTHERS: Readonly<Record<number, RequirementId>> = {
  200: 'create.answer.status',
  201: 'create.answer.status',
  401: 'errors.insufficient-credits.status',
  403: 'errors.insufficient-credits.status',
};

/** Returns whether a create asks for a failure. A server may reject such a create. */
export function asksToFail(text: string, { profile }: World): boolean {
  const fields = Object.entries(profile.triggers.failing ?? {});
  const body = jsonIn(text);
  return fields.length > 0 && isObject(body) && fields.every(([name, value]) => isDeepStrictEqual(body[name], value));
}

/** Judges an invalid create. With a key without credits, the server may answer 402 before it validates the create. */
function judgeInvalid(answered: AnsweredStep, { requirement, what }: Validity & { kind: 'invalid' }): Breach[] {
  const { status } = answered.exchange.response;
  const isSuspicion = status === 402 && answered.step.key === 'poor';
  if (status >= 400 && status <= 499 && !isSuspicion) return [];
  return [{ ...breachOf(answered, [requirement, '', `a rejection (400 to 499): ${what}`]), isSuspicion }];
}

/** Returns the promise of the only field that differs from the cheapest create, or else the promise of the workflow. */
function promiseOf(text: string, workflow: RequirementId, key: string | undefined): RequirementId {
  if (key !== undefined) return 'create.idempotency-key.accepted';
  const body = jsonIn(text);
  if (!isObject(body) || workflow !== 'workflow.text.accepted') return workflow;
  const [field = '', ...others] = Object.keys(body).filter((name) => body[name] !== Reflect.get(TEXT, name));
  return (others.length === 0 && promiseOfField(field)) || workflow;
}
