/** Snapshots: exporting the state of an account, restoring it, and forking it into another account. */

import * as z from 'zod';
import { redactedUrl } from '../../api/input-urls.ts';
import { answerJson } from '../../api/record.ts';
import type { Account } from '../../domain/account.ts';
import { bytesOfAccount } from '../../domain/account-size.ts';
import { fromState, toState, type AccountState } from '../../domain/account-state.ts';
import { fromStoredFaults, toStoredFaults } from '../../domain/fault-state.ts';
import type { Generation } from '../../domain/generation.ts';
import { AccountNameText, newAccountShape, OpenedAccountView, AccountView } from '../view-schemas.ts';
import { decideAccount } from '../account-lookup.ts';
import { chooseNameAndKey, openNewAccount, replaceAccount } from '../account-opening.ts';
import { publishAccount } from '../publish.ts';
import { readInput } from '../read-input.ts';
import { routesOf, type ControlServices, type ControlRoute } from '../route.ts';
import { Snapshot, SNAPSHOT_BOUNDS, toSnapshot, type StoredAccount } from './snapshot-schema.ts';

const MOST_BYTES = 256 * 1_048_576;

const route = routesOf('snapshots');

export const SNAPSHOT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/accounts/{name}/snapshot', {
    operationId: 'takeSnapshot',
    summary: 'Take the whole state of an account as JSON',
    description: 'Ledger, clock, counters, generations, Idempotency-Keys, revocations, fault rules and their counters.',
    answer: { description: 'The snapshot; keep it, and send it back to return to this moment.', schema: Snapshot },
    run: async ({ services, params }) =>
      answerJson(200, toSnapshot(await decideAccount(services, params, (account) => stored(services, account)))),
  }),
  route('PUT /_standin/accounts/{name}/snapshot', {
    operationId: 'restoreSnapshot',
    summary: 'Restore an account from a snapshot',
    description:
      'The clock continues from its reading in the snapshot. Requests in flight are aborted. The snapshot may be of another account, and an account that is not open is opened.',
    body: Snapshot,
    bodyLimit: MOST_BYTES,
    bodyBounds: SNAPSHOT_BOUNDS,
    answer: { description: 'The account as it was.', schema: AccountView },
    opensAccount: true,
    errors: ['no_room', 'request_too_large'],
    run: async ({ services, params: { name }, body: { state, faults } }) => {
      await refuseOddName(services, name);
      const renamed = { ...redactedState(services, state), account: { ...state.account, name } };
      const restored = await replaceAccount(services, name, () =>
        toAccount({ state: renamed, faults }, services.context.realNow()),
      );
      announce(services, restored, 'restored');
      return answerJson(200, restored);
    },
  }),
  route('POST /_standin/accounts/{name}/fork', {
    operationId: 'forkAccount',
    summary: 'Open a second account in the state of this one',
    description: 'The two are independent from then on; the same requests get the same responses from both.',
    body: z.strictObject(newAccountShape),
    answer: { status: 201, description: 'The new account and its key.', schema: OpenedAccountView },
    errors: ['account_exists', 'key_taken', 'no_room'],
    run: async ({ services, params, body }) => {
      const { state, faults } = await decideAccount(services, params, (account) => stored(services, account));
      const { name, key } = await chooseNameAndKey(services, body);
      // Revoked keys were those of the other account.
      const account = { ...state.account, name, setUp: '', isRevoked: false, revokedKeys: [] };
      const fork = toAccount({ state: { ...state, account }, faults }, services.context.realNow());
      const view = await openNewAccount(services, key, fork);
      announce(services, view, 'forked');
      return answerJson(201, { account: view, key });
    },
  }),
];

function stored(services: ControlServices, account: Account): StoredAccount {
  const state = redactedState(services, toState(account, services.context.realNow()));
  return { state, faults: toStoredFaults(account.faults) };
}

function toAccount({ state, faults }: StoredAccount, realNow: number): Account {
  const account = fromState(state, realNow);
  account.faults = fromStoredFaults(faults);
  account.bytes = bytesOfAccount(account);
  return account;
}

function announce(services: ControlServices, account: Pick<Account, 'name'>, change: string): void {
  publishAccount(services, change, account);
  services.notify(account.name);
}

/** Refuses a name that no account can have; names that are listed or open already may have any form. */
async function refuseOddName({ context }: ControlServices, name: string): Promise<void> {
  const isListed = context.settings.accounts.some((account) => account.name === name);
  const isKnown = isListed || (await context.accounts.store.enter(name, context.realNow())) !== undefined;
  if (!isKnown) readInput(z.object({ name: AccountNameText }), { name }, 'The path');
}

/** Redacts keys in prompts, handles and URLs, which a snapshot could otherwise bring in or show. */
function redactedState({ context }: ControlServices, state: AccountState): AccountState {
  const { suspects, redact } = context.redactors.redactorFor([]);
  const isClean = ({ assignment }: Generation): boolean =>
    !suspects(assignment.prompt) &&
    INPUTS.every((name) => assignment[name].every(({ handles }) => !handles.some(suspects))) &&
    ![...assignment.images, ...assignment.audios].some(({ url }) => suspects(url));
  const generations = state.generations.map((generation) =>
    isClean(generation) ? generation : redactedGeneration(generation, redact),
  );
  return { ...state, generations };
}

const INPUTS = ['images', 'audios', 'sources'] as const;

function redactedGeneration(generation: Generation, redact: (text: string) => string): Generation {
  const withHandles = <Item extends { readonly handles: readonly string[] }>(item: Item): Item => ({
    ...item,
    handles: item.handles.map(redact),
  });
  const withUrl = <Item extends { readonly url: string }>(item: Item): Item => ({
    ...item,
    url: redactedUrl(item.url, redact),
  });
  const { assignment } = generation;
  const { prompt, images, audios, sources } = assignment;
  return {
    ...generation,
    assignment: {
      ...assignment,
      prompt: redact(prompt),
      images: images.map(withHandles).map(withUrl),
      audios: audios.map(withHandles).map(withUrl),
      sources: sources.map(withHandles),
    },
  };
}
