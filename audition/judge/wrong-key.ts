/** Recognizes a mistake of the tester: a watched client had a key that does not fit its account. */

import type { CaseRecord } from '../evidence/case-record.ts';
import type { EffectKinds } from '../evidence/requests.ts';

const UNAUTHORIZED = 401;
/** Rules of this kind revoke keys. */
const REVOKING = 'account';

/** Returns how the emulator rejected the key, if no fault did so. Only watched clients bring keys of their own. */
export function wrongKeyOf({ label, entries }: CaseRecord, effects: EffectKinds): string | undefined {
  if (label === undefined || [...effects.values()].includes(REVOKING)) return undefined;
  const rejected = entries.find(({ status, account, faults }) => {
    return status === UNAUTHORIZED && account === label && faults.length === 0;
  });
  return rejected && `was rejected: ${messageIn(rejected.response.body)}`;
}

function messageIn(body: string | null): string {
  return (
    /"message":"((?:[^"\\]|\\.)*)"/.exec(body ?? '')?.[1] ??
    'the key of the request does not belong to the account of its case'
  );
}
