/** Changes an account in one decision, publishes that it changed, and answers with it. */

import type { ApiResponse } from '../api/messages.ts';
import { answerJson } from '../api/record.ts';
import type { Account } from '../domain/account.ts';
import { decideAccount } from './account-lookup.ts';
import { publishAccount } from './publish.ts';
import type { ControlServices, PathParams } from './route.ts';
import { AccountView } from './view-schemas.ts';
import { accountView } from './views.ts';

/** The documented response of a route that changes an account. */
export const changedAccount = { description: 'The account after this change.', schema: AccountView };

/** Changes the account of the path. */
export async function answerChanged(
  services: ControlServices,
  params: PathParams,
  change: (account: Account) => void,
): Promise<ApiResponse> {
  // As this change leaves it: a later one may be decided before this one is kept.
  const view = await decideAccount(services, params, (account) => {
    change(account);
    return accountView(account, services.context.realNow());
  });
  publishAccount(services, 'changed', view);
  return answerJson(200, view);
}
