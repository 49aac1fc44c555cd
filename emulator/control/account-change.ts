/** Changes an account atomically, publishes the change and answers with the account. */

import type { ApiResponse } from '../api/api-request.ts';
import { answerJson } from '../api/record.ts';
import type { Account } from '../domain/account.ts';
import { accountNotFound } from './account-lookup.ts';
import { publishAccount } from './publish.ts';
import type { ControlServices, PathParams } from './route.ts';
import { AccountView } from './view-schemas.ts';
import { accountView } from './views.ts';

/** The documented response of a route that changes an account. */
export const changedAccount = { status: 200, description: 'The account as it stands then.', schema: AccountView };

/** Changes the account of the path. */
export async function changeAccount(
  services: ControlServices,
  { name }: PathParams,
  step: (account: Account) => Account,
): Promise<ApiResponse> {
  const { context } = services;
  const account = (await context.store.changeAccount(name, step)) ?? accountNotFound(name);
  publishAccount(services, 'changed', account);
  return answerJson(200, accountView(account, context.realNow()));
}
