/** Finds the account for an Authorization header. Keys are stored and compared only as salted fingerprints. */

import { newAccount, openingSettings, type Account, type EnteredAccount } from '../../domain/account.ts';
import { readClock } from '../../domain/clock.ts';
import type { ApiContext, AuthMode } from '../context.ts';
import type { Arrival } from '../messages.ts';
import type { Route } from '../operation-route.ts';
import type { KeyEntry } from './key-ring.ts';
import { invalidKey, parseKey } from './api-keys.ts';
import { Refusal, unavailable } from '../refusal.ts';

/** Enters the account of the key in an Authorization header. The first request opens the account. */
export type Authenticate = (arrival: Arrival, route: Route) => Promise<EnteredAccount | Refusal>;

/** The form of a token: b64token in RFC 6750. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const MOST_REMEMBERED_KEYS = 50_000;

/** Creates an authenticator that finds keys in the ring and caches parsed keys. */
export function createAuthenticator(context: ApiContext): Authenticate {
  const parsedKeys = new Map<string, KeyEntry>();
  const parsed = (token: string, fingerprint: string): KeyEntry | Refusal => {
    const known = parsedKeys.get(fingerprint);
    if (known !== undefined) return known;
    const entry = readKey(context, token, fingerprint);
    if (entry instanceof Refusal) return entry;
    if (parsedKeys.size === MOST_REMEMBERED_KEYS) parsedKeys.clear();
    parsedKeys.set(fingerprint, entry);
    return entry;
  };
  return async ({ request, trace }, { operation, id }) => {
    trace.operation = operation;
    const header = request.header('authorization');
    const found = tokenOf(header);
    if (found instanceof Refusal && context.service === undefined) return found;
    // The service decides whether the token is a key.
    const token = found instanceof Refusal ? (header ?? '') : found;
    const fingerprint = context.fingerprint(token);
    trace.key = fingerprint;
    const cached = context.keys.cached(fingerprint);
    const issued = cached === undefined ? await context.keys.find(fingerprint) : cached;
    // Another replica may have issued the key, or this process before its last start.
    if (issued !== null) context.redactors.learn(token);
    const entry = issued ?? parsed(token, fingerprint);
    if (entry instanceof Refusal) return entry;
    const key = { entry, token, fingerprint };
    const generation = id === '' ? undefined : id.toLowerCase();
    const idempotencyKey = operation === 'create' ? request.header('idempotency-key') : undefined;
    const entered = await context.accounts.store.enter(entry.name, context.realNow(), { generation, idempotencyKey });
    const account = entered ?? (await openAccount(context, key));
    if (account instanceof Refusal) return account;
    const refusal = refusalOf(context.settings.auth, account, key);
    if (refusal === undefined) return account;
    // The journal of the account lists the refusal, which may depend on uncommitted changes.
    trace.account = account.name;
    trace.now = readClock(account.clock, context.realNow());
    await context.accounts.store.commit(account, account.changes);
    return refusal;
  };
}

interface KnownKey {
  readonly entry: KeyEntry;
  readonly token: string;
  readonly fingerprint: string;
}

async function openAccount(
  context: ApiContext,
  { entry, token, fingerprint }: KnownKey,
): Promise<EnteredAccount | Refusal> {
  const { accounts, keys, realNow } = context;
  for (;;) {
    // Another replica may have revoked the issued keys together with the account.
    const current = (await keys.find(fingerprint)) ?? readKey(context, token, fingerprint);
    if (current instanceof Refusal) return current;
    const opened = await newAccountOf(context, current);
    const verdict = await accounts.store.replace(entry.name, { after: opened, realNow: realNow() });
    if (verdict === 'kept') return opened;
    if (verdict === 'full') return unavailable(NO_ROOM, 60);
    // Another request has opened the account meanwhile.
    const account = await accounts.store.enter(entry.name, realNow());
    if (account !== undefined) return account;
  }
}

function refusalOf(auth: AuthMode, account: EnteredAccount, { entry, fingerprint }: KnownKey): Refusal | undefined {
  const { keySettings = '' } = entry;
  // A revoked key is refused first, so that the response does not reveal the settings of the account.
  if (account.isRevoked || account.revokedKeys.includes(fingerprint)) return unknownKey(auth);
  if (keySettings === '' || keySettings === account.keySettings) return undefined;
  const kept = account.keySettings === '' ? 'no settings' : `the settings ~${account.keySettings}`;
  return invalidKey(
    `The account of this API key was created with ${kept}, but this key contains ~${keySettings}. Send the original key, omit the settings from the key, or choose another label.`,
  );
}

/** Returns the account that a key without settings would open under this name, if such a key is accepted. */
export async function accountFor(context: ApiContext, name: string): Promise<Account | undefined> {
  const listed = context.settings.accounts.find((account) => account.name === name);
  const key = `sk_standin_${name}`;
  const entry = listed ?? readKey(context, key, context.fingerprint(key));
  if (entry instanceof Refusal || entry.name !== name) return undefined;
  return newAccountOf(context, entry);
}

async function newAccountOf({ defaultClock, realNow }: ApiContext, entry: KeyEntry): Promise<Account> {
  return newAccount({ ...entry, clock: await defaultClock.read() }, realNow());
}

function readKey(context: ApiContext, token: string, fingerprint: string): KeyEntry | Refusal {
  const { settings, scenarios, redactors } = context;
  if (context.service !== undefined) return foreignKey(context, token, fingerprint);
  if (settings.auth === 'listed') return unknownKey('listed');
  const parsed = parseKey(token, scenarios.names);
  if (parsed !== undefined && !(parsed instanceof Refusal)) {
    const { label, keySettings, settings: own } = parsed;
    // A listed account opens with its listed settings, even if a key with its label comes first.
    const listed = settings.accounts.find(({ name }) => name === label);
    const home = listed === undefined ? settings : { ...listed, account: listed.settings };
    return { name: label, keySettings, settings: openingSettings(home, own, scenarios.find) };
  }
  if (settings.auth === 'any') {
    redactors.learn(token);
    return { name: `key:${fingerprint.slice(0, 16)}`, settings: settings.account };
  }
  return parsed ?? unknownKey(settings.auth);
}

/** Returns the account for a key of the service behind the proxy: by its label, or else by its fingerprint. */
function foreignKey({ settings, redactors }: ApiContext, token: string, fingerprint: string): KeyEntry {
  const [, label] = /^sk_standin_([A-Za-z0-9._-]{1,64})(?:~|$)/.exec(token) ?? [];
  if (token !== '') redactors.learn(token);
  const name = label ?? (token === '' ? 'no-key' : `key:${fingerprint.slice(0, 16)}`);
  return { name, settings: settings.account };
}

function tokenOf(header: string | undefined): string | Refusal {
  // A regular expression that trims both sides takes quadratic time on a header full of spaces.
  const text = (header ?? '').trim();
  const space = text.indexOf(' ');
  const token = space < 0 ? '' : text.slice(space).trim();
  if (token === '' || text.slice(0, space).toLowerCase() !== 'bearer') {
    const isBareKey = text !== '' && space < 0 && text.toLowerCase() !== 'bearer';
    const message = isBareKey ? NO_SCHEME : undefined;
    return new Refusal('missing_api_key', { message, headers: { 'www-authenticate': 'Bearer' } });
  }
  return TOKEN.test(token)
    ? token
    : invalidKey('The API key contains invalid characters. Send the key exactly as it was issued.');
}

const NO_ROOM = 'The limit of accounts is reached, and no account is idle. Wait, or raise maxAccounts.';
const NO_SCHEME =
  'The Authorization header contains a key, but no scheme. Send the header "Authorization: Bearer <API key>".';

/** Refuses revoked and unknown keys with the same response, so that clients cannot distinguish them. */
function unknownKey(auth: AuthMode): Refusal {
  return invalidKey(`The API key is unknown or revoked. ${KEY_HINTS[auth]}`);
}

const KEY_HINTS: Readonly<Record<AuthMode, string>> = {
  standin: 'Keys here have the form sk_standin_<label>. With the setting auth=any, the server accepts any key.',
  listed: 'This server accepts only keys in its settings and keys that its control API issued.',
  any: 'Send a key that is not revoked.',
};
