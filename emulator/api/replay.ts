/** The answer to a create whose Idempotency-Key was used before. */

import { lookAtGeneration } from '../domain/account-generations.ts';
import { decide } from '../domain/decide.ts';
import type { UsedKey } from '../domain/idempotency.ts';
import type { IdempotencyRecord } from '../domain/idempotency-record.ts';
import type { Call } from './call.ts';
import type { ApiContext } from './context.ts';
import type { ApiResponse } from './messages.ts';
import { answerText, recordText, toFirstRecord, toRecord } from './record.ts';
import { Refusal } from './refusal.ts';

/** The idempotency record of a create that is not accepted yet. */
export type UnusedRecord = Omit<IdempotencyRecord, 'generation'>;

/** Answers a create whose key was used before: with the first answer, or that its body differs. */
export async function replay(
  context: ApiContext,
  call: Call,
  { earlier, record }: { readonly earlier: UsedKey; readonly record: UnusedRecord },
): Promise<ApiResponse | Refusal> {
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
  return answerText(replayStatus, recordText(shown, context.settings.absentFields), { 'idempotent-replayed': 'true' });
}
