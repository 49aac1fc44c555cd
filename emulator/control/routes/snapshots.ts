/** Snapshots: exporting the state of an account, restoring it, and forking it into another account. */

import * as z from 'zod';
import { answerJson } from '../../api/record.ts';
import type { Account } from '../../domain/account.ts';
import type { AccountState } from '../../domain/account-state.ts';
import type { FaultState } from '../../faults/fault-book.ts';
import { AccountNameText, newAccountShape, OpenedAccountView } from '../view-schemas.ts';
import { AccountView } from '../view-schemas.ts';
import { accountView } from '../views.ts';
import { accountNotFound } from '../account-lookup.ts';
import { accountsFull, openNewAccount, withKey } from '../account-opening.ts';
import { publishAccount } from '../publish.ts';
import { readInput } from '../read-input.ts';
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
    description: 'Ledger, clock, counters, generations, Idempotency-Keys, revocations, fault rules and their counters.',
    answer: {
      status: 200,
      description: 'The snapshot; keep it, and send it back to return to this moment.',
      schema: Snapshot,
    },
    errors: ['account_not_found'],
    run: async ({ services, params }) =>
      answerJson(
        200,
        toSnapshot(
          redactedState(services, await exported(services, params)),
          services.context.faults.export(params.name),
        ),
      ),
  }),
  defineRoute({
    method: 'PUT',
    path: '/_standin/accounts/{name}/snapshot',
    operationId: 'restoreSnapshot',
    tag: TAG,
    summary: 'Restore an account from a snapshot',
    description:
      'The clock continues from its reading in the snapshot. Requests in flight are aborted. The snapshot may be of another account, and an account that is not open is opened.',
    body: Snapshot,
    bodyLimit: MOST_BYTES,
    bodyBounds: SNAPSHOT_BOUNDS,
    answer: { status: 200, description: 'The account as it was.', schema: AccountView },
    errors: ['no_room', 'request_too_large'],
    run: async ({ services, params: { name }, body: { state, faults } }) => {
      await refuseOddName(services, name);
      services.context.epochs.end(name);
      const renamed = { ...redactedState(services, state), account: { ...state.account, name } };
      return answerJson(200, await put(services, { state: renamed, faults }, 'restored'));
    },
  }),
  defineRoute({
    method: 'POST',
    path: '/_standin/accounts/{name}/fork',
    operationId: 'forkAccount',
    tag: TAG,
    summary: 'Open a second account in the state of this one',
    description: 'The two are independent from then on; the same requests get the same responses from both.',
    body: z.strictObject(newAccountShape),
    answer: { status: 201, description: 'The new account and its key.', schema: OpenedAccountView },
    errors: ['account_not_found', 'account_exists', 'key_taken', 'no_room'],
    run: async ({ services, params, body }) => {
      const state = await exported(services, params);
      const faults = services.context.faults.export(params.name);
      const { settings } = state.account;
      return openNewAccount(services, body, async ({ name, key }) => {
        // Revocations are about keys of the other account.
        const account = { ...state.account, name, setUp: '', isRevoked: false, revokedKeys: [] };
        const open = () => put(services, { state: { ...state, account }, faults }, 'forked');
        return answerJson(201, { account: await withKey(services, { name, key, settings }, open), key });
      });
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
  const now = realNow();
  if (!(await store.importAccount(state, now))) return accountsFull();
  services.context.faults.import(state.account.name, faults);
  // If it was deleted in the meantime, the response shows what was restored.
  const account = (await store.findAccount(state.account.name, realNow())) ?? withClockFrom(state.account, now);
  publishAccount(services, change, account);
  return accountView(account, realNow());
}

function withClockFrom(account: Account, realNow: number): Account {
  return { ...account, clock: { ...account.clock, anchor: realNow } };
}

/** Refuses a name that no account can have; names that are listed or open already may have any form. */
async function refuseOddName({ context }: ControlServices, name: string): Promise<void> {
  const isListed = context.settings.accounts.some((account) => account.name === name);
  const isKnown = isListed || (await context.store.findAccount(name, context.realNow())) !== undefined;
  if (!isKnown) readInput(z.object({ name: AccountNameText }), { name }, 'The path');
}

/** Redacts keys in prompts and handles, which a snapshot could otherwise bring in or show. */
function redactedState({ context }: ControlServices, state: AccountState): AccountState {
  const { redact } = context.redactors.redactorFor([]);
  const withHandles = <Item extends { readonly handles: readonly string[] }>(item: Item): Item =>
    item.handles.length === 0 ? item : { ...item, handles: item.handles.map(redact) };
  const generations = state.generations.map((generation) => {
    const { prompt, images, audios, sources } = generation.assignment;
    const assignment = {
      ...generation.assignment,
      prompt: redact(prompt),
      images: images.map(withHandles),
      audios: audios.map(withHandles),
      sources: sources.map(withHandles),
    };
    return { ...generation, assignment };
  });
  return { ...state, generations };
}
