/** Snapshots: taking the state of an account, putting it back, and forking it into another account. */

import * as z from 'zod';
import { answerJson } from '../../api/record.ts';
import type { AccountState } from '../../domain/account-state.ts';
import type { FaultState } from '../../faults/fault-book.ts';
import { newAccountShape, Opened } from './accounts.ts';
import { AccountView } from '../view-schemas.ts';
import { accountView } from '../views.ts';
import { noAccount } from '../account-lookup.ts';
import { issueKey, newNameAndKey, noRoom, tellOfAccount } from '../account-opening.ts';
import { defineRoute, type ControlRoom, type ControlRoute, type Params } from '../route.ts';
import { Snapshot } from './snapshot-schema.ts';

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
    run: async ({ room, params }) =>
      answerJson(200, snapshotOf(await exported(room, params), room.context.faults.export(params.name))),
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
    answer: { status: 200, description: 'The account as it was.', schema: AccountView },
    errors: ['no_room', 'request_too_large'],
    run: async ({ room, params: { name }, body: { state, faults } }) => {
      room.context.epochs.end(name);
      const renamed = { ...state, account: { ...state.account, name } };
      return answerJson(200, await put(room, { state: renamed, faults }, 'restored'));
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
    answer: { status: 201, description: 'The new account and its key.', schema: Opened },
    errors: ['account_not_found', 'account_exists', 'key_taken', 'no_room'],
    run: async ({ room, params, body }) => {
      const state = await exported(room, params);
      const { name, key } = await newNameAndKey(room, body);
      issueKey(room, key, { name, settings: state.account.settings });
      // Revoked keys were those of the other account.
      const faults = room.context.faults.export(params.name);
      const account = { ...state.account, name, setUp: '', isRevoked: false, revokedKeys: [] };
      return answerJson(201, { account: await put(room, { state: { ...state, account }, faults }, 'forked'), key });
    },
  }),
];

async function exported({ context }: ControlRoom, { name }: Params): Promise<AccountState> {
  return (await context.store.exportAccount(name, context.realNow())) ?? noAccount(name);
}

function snapshotOf(state: AccountState, faults: FaultState): Snapshot {
  return { format: 'standin-account', version: 1, state, faults };
}

async function put(
  room: ControlRoom,
  { state, faults }: Pick<Snapshot, 'state' | 'faults'>,
  change: string,
): Promise<z.output<typeof AccountView>> {
  const { store, realNow } = room.context;
  if (!(await store.importAccount(state, realNow()))) return noRoom();
  room.context.faults.import(state.account.name, faults);
  const account = (await store.findAccount(state.account.name, realNow())) ?? noAccount(state.account.name);
  tellOfAccount(room, change, account);
  return accountView(account, realNow());
}
