/** Snapshots: taking the state of an account, putting it back, and forking it into another account. */

import * as z from 'zod';
import { answerJson } from '../../api/record.ts';
import type { AccountState } from '../../domain/account-state.ts';
import type { FaultState } from '../../faults/fault-book.ts';
import { newAccountShape, OpenedAccountView } from '../view-schemas.ts';
import { AccountView } from '../view-schemas.ts';
import { accountView } from '../views.ts';
import { accountNotFound } from '../account-lookup.ts';
import { issueKey, chooseNameAndKey, accountsFull } from '../account-opening.ts';
import { publishAccount } from '../publish.ts';
import { defineRoute, type ControlServices, type ControlRoute, type PathParams } from '../route.ts';
import { Snapshot, SNAPSHOT_BOUNDS, toSnapshot } from './snapshot-schema.ts';

const TAG = 'snapshots';
const MOST_BYTES = 256 * 1_048_576;

export const SNAPSHOT_ROUTES: readonly ControlRoute[] = [
  defineRoute({
    method: 'GET',
    path: '/_standin/accounts/{name}/snapshot',
    operationId: 'takeSnapshot',
    tag: TAG,
    summary: 'Take the whole state of an account as JSON',
    description:
      'Books, clock, counters, generations, Idempotency-Keys, revocations, fault rules and what they have counted.',
    answer: {
      status: 200,
      description: 'The snapshot; keep it, and send it back to return to this moment.',
      schema: Snapshot,
    },
    errors: ['account_not_found'],
    run: async ({ services, params }) =>
      answerJson(200, toSnapshot(await exported(services, params), services.context.faults.export(params.name))),
  }),
  defineRoute({
    method: 'PUT',
    path: '/_standin/accounts/{name}/snapshot',
    operationId: 'restoreSnapshot',
    tag: TAG,
    summary: 'Put an account back to a snapshot',
    description:
      'The clock goes on from what it read then. What is in flight is broken off. A snapshot of another account may be put in, which then goes on as that one would have; an account that is not open opens.',
    body: Snapshot,
    bodyLimit: MOST_BYTES,
    bodyBounds: SNAPSHOT_BOUNDS,
    answer: { status: 200, description: 'The account as it was.', schema: AccountView },
    errors: ['no_room', 'request_too_large'],
    run: async ({ services, params: { name }, body: { state, faults } }) => {
      services.context.epochs.end(name);
      const renamed = { ...state, account: { ...state.account, name } };
      return answerJson(200, await put(services, { state: renamed, faults }, 'restored'));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/fork',
    operationId: 'forkAccount',
    tag: TAG,
    summary: 'Open a second account in the state of this one',
    description: 'From then on each goes its own way; the same requests get the same answers from both.',
    body: z.strictObject(newAccountShape),
    answer: { status: 201, description: 'The new account and its key.', schema: OpenedAccountView },
    errors: ['account_not_found', 'account_exists', 'key_taken', 'no_room'],
    run: async ({ services, params, body }) => {
      const state = await exported(services, params);
      const { name, key } = await chooseNameAndKey(services, body);
      issueKey(services, key, { name, settings: state.account.settings });
      // Revoked keys were those of the other account.
      const faults = services.context.faults.export(params.name);
      const account = { ...state.account, name, setUp: '', isRevoked: false, revokedKeys: [] };
      return answerJson(201, { account: await put(services, { state: { ...state, account }, faults }, 'forked'), key });
    },
  }),
];

async function exported({ context }: ControlServices, { name }: PathParams): Promise<AccountState> {
  return (await context.store.exportAccount(name, context.realNow())) ?? accountNotFound(name);
}

async function put(
  services: ControlServices,
  { state, faults }: { state: AccountState; faults: FaultState },
  change: string,
): Promise<z.output<typeof AccountView>> {
  const { store, realNow } = services.context;
  if (!(await store.importAccount(state, realNow()))) return accountsFull();
  services.context.faults.import(state.account.name, faults);
  const account = (await store.findAccount(state.account.name, realNow())) ?? accountNotFound(state.account.name);
  publishAccount(services, change, account);
  return accountView(account, realNow());
}
