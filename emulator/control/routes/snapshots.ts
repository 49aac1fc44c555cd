/** The routes for snapshots: exporting, restoring and forking the state of an account. */

import * as z from 'zod';
import { ClientGone, type ApiRequest } from '../../api/messages.ts';
import { answerJson, answerText } from '../../api/record.ts';
import type { Account } from '../../domain/account.ts';
import { copyAccount, fromState, type AccountState } from '../../domain/account-state.ts';
import type { Steps } from '../../domain/derivation.ts';
import { createSemaphore } from '../../../lib/semaphore.ts';
import { inSlices } from '../../../lib/turns.ts';
import { chooseNameAndKey, decideAccount, openNewAccount, replaceAccount } from '../account-changes.ts';
import { ControlError } from '../control-error.ts';
import { publishAccount } from '../publish.ts';
import { readInput } from '../read-input.ts';
import { routesOf, type AccountCall, type ControlRoute, type ControlServices } from '../route.ts';
import { AccountNameText, newAccountShape, OpenedAccountView, AccountView } from '../view-schemas.ts';
import { MOST_SNAPSHOT_BYTES, Snapshot } from './snapshot-schema.ts';
import { readSnapshot, redactState, writeSnapshot } from './snapshot-text.ts';

/** The memory of a body as a multiple of its bytes, because its buffer doubles when it is full. */
const COPIES = 2;

/** Only one snapshot is processed at a time, to limit the memory use. */
const snapshots = createSemaphore(1);

const TOO_LARGE = `The snapshot of this account is larger than ${MOST_SNAPSHOT_BYTES} bytes, so it cannot be restored. To copy the account, use POST …/fork. To keep the account after a restart, start the server with --data.`;

const route = routesOf('snapshots');

export const SNAPSHOT_ROUTES: readonly ControlRoute[] = [
  route('GET /_standin/accounts/{name}/snapshot', 'takeSnapshot', {
    summary: 'Export the whole state of an account as JSON',
    description:
      'The snapshot contains the ledger, clock, counters, generations, Idempotency-Keys, revocations and fault rules with their counts. A snapshot shows the account at a single point in time.',
    answer: {
      description: 'The snapshot. To return to this state later, send the snapshot with PUT.',
      schema: Snapshot,
    },
    errors: ['no_room'],
    run: async (call) => {
      const text = await withCopy(call, function* (copy) {
        return yield* writeSnapshot(yield* redactState(call.services, copy));
      });
      if (Buffer.byteLength(text) > MOST_SNAPSHOT_BYTES) throw new ControlError('no_room', TOO_LARGE);
      return answerText(200, text);
    },
  }),
  route('PUT /_standin/accounts/{name}/snapshot', 'restoreSnapshot', {
    summary: 'Restore an account from a snapshot',
    description:
      'The clock continues from its time in the snapshot. The server aborts requests in flight. You can restore the snapshot of another account. If the account does not exist, the server creates it. The account does not change until the server has read the whole snapshot.',
    unreadBody: Snapshot,
    answer: { description: 'The restored account.', schema: AccountView },
    opensAccount: true,
    errors: ['no_room'],
    run: async ({ services, request, params: { name } }) => {
      const bytes = await readBytes(services, request);
      await requireValidName(services, name);
      return inTurn(request, async (signal) => {
        const state = await inSlices(readSnapshot(bytes), signal);
        const account = await inSlices(renewed(services, { ...state, account: { ...state.account, name } }), signal);
        const restored = await replaceAccount(services, name, () => {
          account.clock = { ...state.account.clock, anchor: services.context.realNow() };
          return account;
        });
        publishAccount(services, 'restored', name);
        return answerJson(200, restored);
      });
    },
  }),
  route('POST /_standin/accounts/{name}/fork', 'forkAccount', {
    summary: 'Copy an account to a new account',
    description:
      'Later changes to one account do not affect the other account. If both accounts get the same requests, the server sends the same responses for both.',
    body: z.strictObject(newAccountShape),
    answer: { status: 201, description: 'The new account and its key.', schema: OpenedAccountView },
    errors: ['account_exists', 'key_taken', 'no_room'],
    run: async (call) => {
      const { services } = call;
      const { name, key } = chooseNameAndKey(call.body);
      const fork = await withCopy(call, function* (copy) {
        // The revoked keys belong to the original account.
        const account = { ...copy.account, name, keySettings: '', isRevoked: false, revokedKeys: [] };
        return yield* renewed(services, { ...copy, account });
      });
      const view = await openNewAccount(services, key, fork);
      publishAccount(services, 'forked', name);
      return answerJson(201, { account: view, key });
    },
  }),
];

/** Reads the bytes of a snapshot. They are parsed after earlier snapshots. */
async function readBytes({ context }: ControlServices, request: ApiRequest): Promise<Uint8Array> {
  const memory = Math.floor(context.settings.bytesUnderWay / COPIES);
  const limit = Math.min(MOST_SNAPSHOT_BYTES, memory);
  const bytes = await request.readBody(limit, COPIES);
  if (bytes !== 'too-large') return bytes;
  const more = memory < MOST_SNAPSHOT_BYTES ? ` To send up to ${MOST_SNAPSHOT_BYTES} bytes, raise totalMebibytes.` : '';
  throw new ControlError('request_too_large', `The body is over ${limit} bytes.${more}`);
}

/** Runs work on the state that the account has when the work starts. */
async function withCopy<Result>(call: AccountCall, work: (copy: AccountState) => Steps<Result>): Promise<Result> {
  return inTurn(call.request, async (signal) => {
    const { realNow } = call.services.context;
    const copy = await decideAccount(call, (account) => copyAccount(account, realNow()));
    return inSlices(work(copy), signal);
  });
}

/** Runs work after earlier snapshots. The work ends early if the client disconnects. */
async function inTurn<Result>({ signal }: ApiRequest, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  try {
    return await snapshots.run(() => work(signal), { signal });
  } catch (cause) {
    throw signal.aborted ? new ClientGone() : cause;
  }
}

function* renewed(services: ControlServices, state: AccountState): Steps<Account> {
  return yield* fromState(yield* redactState(services, state));
}

/** Rejects an invalid account name, except for names from the settings and names of open accounts. */
async function requireValidName({ context }: ControlServices, name: string): Promise<void> {
  const isListed = context.settings.accounts.some((account) => account.name === name);
  const isKnown = isListed || (await context.accounts.store.enter(name, context.realNow())) !== undefined;
  if (!isKnown) readInput(z.object({ name: AccountNameText }), { name }, 'The path');
}
