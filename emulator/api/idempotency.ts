/**
 * Idempotency-Key: the same key and body replay the first answer; concurrent requests with one key wait for the first.
 */

import { LIMITS } from '../../contract/limits.ts';
import { findRecord, type UsedKey } from '../domain/idempotency.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { ApiResponse } from './messages.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { decide } from '../domain/decide.ts';
import { bodyFingerprint } from './fingerprint.ts';
import { Refusal } from './refusal.ts';
import { replay, type UnusedRecord } from './replay.ts';

type Answer = ApiResponse | Refusal;

/** A create that came with an Idempotency-Key. */
export interface KeyedCreate {
  readonly record: UnusedRecord;
  /** The answer where the key turns out to have been used meanwhile. */
  replay(earlier: UsedKey): Promise<Answer>;
}

type Work = (keyed: KeyedCreate | undefined) => MaybePromise<Answer>;

export interface Idempotency {
  /** Runs a create once for each key, and replays its answer afterwards; one without a key just runs. */
  once(call: Call, body: object, work: Work): MaybePromise<Answer>;
}

const KEY = new RegExp(`^[\\x20-\\x7e]{1,${LIMITS.idempotencyKey.max}}$`);

/**
 * Single-flight of creates, by account and key. This only saves work. The decision of the create guarantees one
 * generation per key: it finds or adds the key's record in one unit.
 */
export function createIdempotency(context: ApiContext): Idempotency {
  const underWay = new Map<string, Promise<unknown>>();
  const onceForKey = async (call: Call, record: UnusedRecord, work: Work): Promise<Answer> => {
    const { key } = record;
    const keyed: KeyedCreate = { record, replay: (earlier) => replay(context, call, { earlier, record }) };
    const flight = `${call.account.name}\n${key}`;
    for (;;) {
      const earlier = await decide(context.accounts, call, (account) => findRecord(account, key, call.now));
      if (earlier !== undefined) return keyed.replay(earlier);
      const first = underWay.get(flight);
      if (first === undefined) break;
      if (context.settings.profile === 'ietf') return new Refusal('idempotency_in_progress');
      await first;
      call.hasWaited = true;
    }
    const running = Promise.resolve(work(keyed));
    underWay.set(
      flight,
      running.catch(() => undefined),
    );
    return running.finally(() => underWay.delete(flight));
  };
  return {
    once: (call, body, work) => {
      const sent = call.request.header('idempotency-key');
      if (sent === undefined) return work(undefined);
      // The length is checked even if keys are ignored.
      if (sent.length > LIMITS.idempotencyKey.max) return new Refusal('invalid_idempotency_key');
      if (!context.settings.idempotency.isOn) return work(undefined);
      if (!KEY.test(sent)) return new Refusal('invalid_idempotency_key');
      return onceForKey(call, recordOf(context, call, { key: keptKey(context, sent), body }), work);
    },
  };
}

/** An Idempotency-Key is stored as it was sent, unless it is an API key by mistake. */
function keptKey({ redactors }: ApiContext, sent: string): string {
  const { suspects, redact } = redactors.redactorFor([]);
  return suspects(sent) && redact(sent) !== sent ? bodyFingerprint(sent) : sent;
}

function recordOf(
  { settings }: ApiContext,
  { now }: Call,
  { key, body }: { readonly key: string; readonly body: object },
): UnusedRecord {
  return { key, fingerprint: bodyFingerprint(body), expiresAt: now + settings.idempotency.lifetimeMs };
}
