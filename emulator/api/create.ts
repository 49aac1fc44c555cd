/** POST /v1/videos: the body of a create and its Idempotency-Key, then the create itself. */

import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { fulfillCreate } from './fulfill-create.ts';
import type { Idempotency } from './idempotency.ts';
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
    return idempotency.once(call, body, (keyed) => {
      const valid = toValidCreate(context, body);
      return valid instanceof Refusal ? valid : fulfillCreate(context, call, { valid, keyed });
    });
  };
  // Most bodies arrive with their headers.
  return reading instanceof Promise ? reading.then(proceed) : proceed(reading);
}
