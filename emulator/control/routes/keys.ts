/** The routes for the keys of an account. */

import * as z from 'zod';
import { changeAccount, type Account } from '../../domain/account.ts';
import { changedAccount, issueKey, requireAccount, updateAccount } from '../account-changes.ts';
import { ControlError } from '../control-error.ts';
import { routesOf, type ControlServices, type ControlRoute } from '../route.ts';
import { ApiKeyText } from '../view-schemas.ts';

const OneKey = z.strictObject({ key: ApiKeyText });
const SomeKey = z.strictObject({
  key: ApiKeyText.optional().meta({ description: 'By default, all keys of the account.' }),
});

/** The maximum number of revoked keys, because each request is compared with all of them. */
export const MOST_REVOKED = 1000;

const route = routesOf('keys');

export const KEY_ROUTES: readonly ControlRoute[] = [
  route('POST /_standin/accounts/{name}/keys', 'issueKey', {
    summary: 'Add a key to an account',
    body: OneKey,
    answer: changedAccount,
    errors: ['key_taken', 'no_room'],
    view: async (call) => {
      await issueKey(call.services, call.body.key, await requireAccount(call));
      return updateAccount(call, () => {});
    },
  }),
  route('POST /_standin/accounts/{name}/keys/revoke', 'revokeKey', {
    summary: 'Revoke one key of an account, or all its keys',
    description: 'A request with a revoked key is rejected like a request with an unknown key.',
    body: SomeKey,
    answer: changedAccount,
    errors: ['no_room'],
    view: (call) => updateAccount(call, (account) => revoke(call.services, account, call.body.key)),
  }),
  route('POST /_standin/accounts/{name}/keys/restore', 'restoreKey', {
    summary: 'Restore a revoked key, or all keys of the account',
    description: 'If all keys were revoked in one request, you can only restore all of them together.',
    body: SomeKey,
    answer: changedAccount,
    errors: ['invalid_input'],
    view: (call) => updateAccount(call, (account) => restore(call.services, account, call.body.key)),
  }),
];

function revoke({ context }: ControlServices, account: Account, key: string | undefined): void {
  if (key === undefined) return changeAccount(account, { isRevoked: true });
  const revokedKeys = [...new Set([...account.revokedKeys, context.fingerprint(key)])];
  if (revokedKeys.length <= MOST_REVOKED) return changeAccount(account, { revokedKeys });
  const message = `At most ${MOST_REVOKED} keys can be revoked one by one. To revoke all keys, omit the field "key".`;
  throw new ControlError('no_room', message);
}

function restore({ context }: ControlServices, account: Account, key: string | undefined): void {
  if (key === undefined) return changeAccount(account, { isRevoked: false, revokedKeys: [] });
  if (account.isRevoked) {
    const message = 'All keys of this account are revoked. To restore all revoked keys, omit the field "key".';
    throw new ControlError('invalid_input', message);
  }
  const fingerprint = context.fingerprint(key);
  changeAccount(account, { revokedKeys: account.revokedKeys.filter((revoked) => revoked !== fingerprint) });
}
