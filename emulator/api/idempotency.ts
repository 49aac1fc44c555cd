/**
 * Idempotency-Key: the same key and body replay the first answer; concurrent requests with one key wait for the first.
 */

import { LIMITS } from '../../contract/limits.ts';
import { lookAtGeneration } from '../domain/account-generations.ts';
import { findRecord, type UsedKey } from '../domain/idempotency.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { IdempotencyRecord } from '../domain/idempotency-record.ts';
import type { ApiResponse } from './messages.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import { decide } from '../domain/decide.ts';
import { bodyFingerprint } from './fingerprint.ts';
import { answerJson, toFirstRecord, toRecord } from './record.ts';
import { Refusal } from './refusal.ts';

type Answer = ApiResponse | Refusal;

/** The idempotency record of a create that is not accepted yet. */
export type UnusedRecord = Omit<IdempotencyRecord, 'generation'>;

export interface Idempotency {
  /** Runs a create once for each key, and replays its answer afterwards. */
  once(
    call: Call,
    sent: { readonly key: string; readonly body: object },
    work: (record: UnusedRecord) => MaybePromise<Answer>,
  ): Promise<Answer>;
}

const KEY = new RegExp(`^[\\x20-\\x7e]{1,${LIMITS.idempotencyKey.max}}$`);

/**
 * Single-flight of creates, by account and key. It only spares work: the guarantee of one generation per key lies in
 * the decision of the create, which looks for the key's record and adds it in one unit.
 */
export function createIdempotency(context: ApiContext): Idempotency {
  const underWay = new Map<string, Promise<unknown>>();
  return {
    once: async (call, { key, body }, work) => {
      if (!KEY.test(key)) return new Refusal('invalid_idempotency_key');
      const record = recordOf(context, call, { key, body });
      const flight = `${call.account.name}\n${key}`;
      for (;;) {
        const earlier = await decide(context.accounts, call, (account) => findRecord(account, key, call.now));
        if (earlier !== undefined) return replay(context, call, { earlier, record });
        const first = underWay.get(flight);
        if (first === undefined) break;
        if (context.settings.profile === 'ietf') return new Refusal('idempotency_in_progress');
        await first;
        call.hasWaited = true;
      }
      const running = Promise.resolve(work(record));
      underWay.set(
        flight,
        running.catch(() => undefined),
      );
      return running.finally(() => underWay.delete(flight));
    },
  };
}

/** Answers a create whose key was used before: with the first answer, or that its body differs. */
export async function replay(
  context: ApiContext,
  call: Call,
  { earlier, record }: { readonly earlier: UsedKey; readonly record: UnusedRecord },
): Promise<Answer> {
  const { mismatch, replayStatus, replayBody } = context.settings.idempotency;
  if (earlier.record.fingerprint !== record.fingerprint && mismatch !== 'ignore') {
    return new Refusal('idempotency_key_reused', { status: mismatch === 'refuse' ? undefined : Number(mismatch) });
  }
  const { generation } = earlier;
  const look = { now: call.now, isPoll: false };
  const current =
    replayBody === 'stored'
      ? undefined
      : await decide(context.accounts, call, (account) => lookAtGeneration(account, generation.id, look));
  const shown = replayBody === 'stored' ? toFirstRecord(generation) : toRecord(current ?? generation);
  return answerJson(replayStatus, shown, { 'idempotent-replayed': 'true' });
}

function recordOf(
  { settings }: ApiContext,
  { now }: Call,
  { key, body }: { readonly key: string; readonly body: object },
): UnusedRecord {
  return { key, fingerprint: bodyFingerprint(body), expiresAt: now + settings.idempotency.lifetimeMs };
}
