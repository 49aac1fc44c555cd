/** POST /v1/videos: the body of a create and its Idempotency-Key, then the create itself. */

import { LIMITS } from '../../contract/limits.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { fulfilCreate } from './fulfil-create.ts';
import type { Idempotency, KeyedCreate } from './idempotency.ts';
import { readJson } from './json-body.ts';
import type { ApiResponse } from './messages.ts';
import { Refusal } from './refusal.ts';
import { toValidCreate } from './valid-create.ts';

type Answer = ApiResponse | Refusal;

/** Answers a create. Nothing is reserved unless every check has passed. */
export function createVideo(context: ApiContext, call: Call, idempotency: Idempotency): MaybePromise<Answer> {
  const reading = readJson(call, context.settings.contentTypes);
  const proceed = (body: object | Refusal): MaybePromise<Answer> => {
    if (body instanceof Refusal) return body;
    const key = keyOf(context, call);
    if (key instanceof Refusal) return key;
    const create = (keyed: KeyedCreate | undefined): MaybePromise<Answer> => {
      const valid = toValidCreate(context, body);
      return valid instanceof Refusal ? valid : fulfilCreate(context, call, { valid, keyed });
    };
    return key === undefined ? create(undefined) : idempotency.once(call, { key, body }, create);
  };
  // Most bodies arrive with their headers.
  return reading instanceof Promise ? reading.then(proceed) : proceed(reading);
}

/** The Idempotency-Key, if it is read; its length is promised to be looked at all the same. */
function keyOf({ settings }: ApiContext, { request }: Call): string | undefined | Refusal {
  const key = request.header('idempotency-key');
  if (settings.idempotency.isOn || key === undefined) return key;
  return key.length > LIMITS.idempotencyKey.max ? new Refusal('invalid_idempotency_key') : undefined;
}
