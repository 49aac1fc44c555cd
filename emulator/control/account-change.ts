/** Changes an account, publishes the change, and responds with the account. */

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

/** Changes the account in the path. */
export async function answerChanged(
  services: ControlServices,
  params: PathParams,
  change: (account: Account) => void,
): Promise<ApiResponse> {
  // The view is made inside the decision, because a later change may be decided before this one is stored.
  const view = await decideAccount(services, params, (account) => {
    change(account);
    return accountView(account, services.context.realNow());
  });
  publishAccount(services, 'changed', view);
  return answerJson(200, view);
}
