/** From the Authorization header to the account. Keys are stored and compared as salted fingerprints only. */

import { toMicros } from '../../../contract/prices.ts';
import { newAccount, refusesKey, type Account, type Opening } from '../../domain/account.ts';
import { readClock } from '../../domain/clock.ts';
import type { Expected } from '../../domain/store.ts';
import type { Trace } from '../../domain/trace.ts';
import type { ApiContext, AuthMode } from '../context.ts';
import type { KeyEntry } from './issued-keys.ts';
import { parseKey } from './api-keys.ts';
import { Refusal } from '../refusal.ts';

export interface Authenticator {
  /** Enters the account of the key in an Authorization header; the first request opens it. */
  enter(header: string | undefined, trace: Trace, expected: Expected): Promise<Account | Refusal>;
}

/** RFC 6750's b64token. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const MOST_REMEMBERED_KEYS = 50_000;

/** Finds keys in the ring, and caches the keys that were parsed. */
export function createAuthenticator(context: ApiContext): Authenticator {
  const remembered = new Map<string, KeyEntry>();

  const parsed = (token: string, fingerprint: string): KeyEntry | Refusal => {
    const known = remembered.get(fingerprint);
    if (known !== undefined) return known;
    const entry = readKey(context, token, fingerprint);
    if (entry instanceof Refusal) return entry;
    if (remembered.size >= MOST_REMEMBERED_KEYS) remembered.clear();
    remembered.set(fingerprint, entry);
    return entry;
  };

  return {
    enter: async (header, trace, expected) => {
      const found = tokenOf(header);
      if (found instanceof Refusal && context.service === undefined) return found;
      // The service decides whether it is a key.
      const token = found instanceof Refusal ? (header ?? '') : found;
      const fingerprint = context.fingerprint(token);
      trace.key = fingerprint;
      const issued = await context.keys.find(fingerprint);
      // Another replica may have issued it, or this process before its last start.
      if (issued !== undefined) context.redactors.learn(token);
      const entry = issued ?? parsed(token, fingerprint);
      if (entry instanceof Refusal) return entry;
      const key = { entry, fingerprint, read: () => parsed(token, fingerprint) };
      const entered = await context.accounts.store.enter(entry.name, context.realNow(), expected);
      const account = entered ?? (await openAccount(context, key));
      if (account instanceof Refusal) return account;
      const refusal = refusalOf(context.settings.auth, account, key);
      if (refusal === undefined) return account;
      // The journal of the account lists the refusal, which may depend on changes that are not committed yet.
      trace.account = account.name;
      trace.now = readClock(account.clock, context.realNow());
      await context.accounts.store.commit(account, account.changes);
      return refusal;
    },
  };
}

/** A key that opens an account. */
interface KnownKey {
  readonly entry: KeyEntry;
  readonly fingerprint: string;
  /** Parses the key as if the control API had not issued it. */
  readonly read: () => KeyEntry | Refusal;
}

/** Opens the account of a key. */
async function openAccount(context: ApiContext, { entry, fingerprint, read }: KnownKey): Promise<Account | Refusal> {
  const { accounts, keys, realNow } = context;
  for (;;) {
    // The issued keys of the account may have been revoked with the account, by another replica.
    const current = (await keys.refresh(fingerprint)) ?? read();
    if (current instanceof Refusal) return current;
    const opened = newAccount(await openingOf(context, current), realNow());
    const verdict = await accounts.store.replace(entry.name, { after: opened, realNow: realNow() });
    if (verdict === 'kept') return opened;
    if (verdict === 'full') return tooManyAccounts();
    // Another request has opened it meanwhile.
    const account = await accounts.store.enter(entry.name, realNow());
    if (account !== undefined) return account;
  }
}

function refusalOf(auth: AuthMode, account: Account, { entry, fingerprint }: KnownKey): Refusal | undefined {
  // A revoked key first: its answer does not say which set-up the account has.
  if (refusesKey(account, fingerprint)) return unknown(auth);
  return entry.setUp === '' || entry.setUp === account.setUp ? undefined : differs(entry.setUp, account.setUp);
}

/** The account that a key without set-up would open under this name; nothing where no such key is accepted. */
export async function accountFor(context: ApiContext, name: string): Promise<Account | undefined> {
  const { settings, realNow } = context;
  const listed = settings.accounts.find((account) => account.name === name);
  const key = `sk_standin_${name}`;
  const entry =
    listed === undefined
      ? readKey(context, key, context.fingerprint(key))
      : { name, setUp: '', settings: listed.settings, hasOwnClock: false };
  if (entry instanceof Refusal || entry.name !== name) return undefined;
  return newAccount(await openingOf(context, entry), realNow());
}

/** The entry, with the default clock where one is set and the key has none of its own. */
async function openingOf({ defaultClock }: ApiContext, entry: KeyEntry): Promise<Opening> {
  const clock = entry.hasOwnClock ? undefined : await defaultClock.read();
  return clock === undefined ? entry : { ...entry, clock };
}

function readKey(context: ApiContext, token: string, fingerprint: string): KeyEntry | Refusal {
  const { settings, scenarios, redactors } = context;
  if (context.service !== undefined) return foreignKey(context, token, fingerprint);
  if (settings.auth === 'listed') return unknown('listed');
  const parsed = parseKey(token, scenarios.names);
  if (parsed?.ok === true) {
    const { label, setUp, settings: own } = parsed.key;
    // The label of a listed account opens it with its listed settings, whichever of its keys comes first.
    const home = settings.accounts.find(({ name }) => name === label)?.settings ?? settings.account;
    const opening = own.scenario === undefined ? undefined : scenarios.find(own.scenario)?.account.balance;
    const balance = opening === undefined ? home.balance : toMicros(opening);
    const hasOwnClock = own.clock !== undefined;
    return { name: label, setUp, settings: { ...home, balance, ...own }, hasOwnClock };
  }
  if (settings.auth === 'any') {
    redactors.learn(token);
    return { name: `key:${fingerprint.slice(0, 16)}`, setUp: '', settings: settings.account, hasOwnClock: false };
  }
  return parsed === undefined ? unknown(settings.auth) : invalid(parsed.message);
}

/** A key of the service behind the proxy, whatever it looks like: by its label where it has one of ours. */
function foreignKey({ settings, redactors }: ApiContext, token: string, fingerprint: string): KeyEntry {
  const [, label] = /^sk_standin_([A-Za-z0-9._-]{1,64})(?:~|$)/.exec(token) ?? [];
  if (token !== '') redactors.learn(token);
  const name = label ?? (token === '' ? 'no-key' : `key:${fingerprint.slice(0, 16)}`);
  return { name, setUp: '', settings: settings.account, hasOwnClock: false };
}

function tokenOf(header: string | undefined): string | Refusal {
  // A regular expression that trims both sides takes quadratic time on a header full of spaces.
  const text = (header ?? '').trim();
  const space = text.indexOf(' ');
  const token = space < 0 ? '' : text.slice(space).trim();
  if (token === '' || text.slice(0, space).toLowerCase() !== 'bearer') {
    const message = isBareKey(text) ? NO_SCHEME : undefined;
    return new Refusal('missing_api_key', { message, headers: { 'www-authenticate': 'Bearer' } });
  }
  return TOKEN.test(token)
    ? token
    : invalid('The API key contains invalid characters. Send the key exactly as it was issued.');
}

const NO_SCHEME =
  'The Authorization header contains a key, but no scheme. Send the header "Authorization: Bearer <API key>".';

/** One word that is longer than any scheme, or begins as a key does. */
function isBareKey(text: string): boolean {
  return text !== '' && !text.includes(' ') && text.toLowerCase() !== 'bearer';
}

function invalid(message?: string): Refusal {
  return new Refusal('invalid_api_key', { message, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}

/** Revoked keys and unknown keys get the same response, so that clients cannot tell them apart. */
function unknown(auth: AuthMode): Refusal {
  return invalid(`The API key is unknown or revoked. ${KEYS_HERE[auth]}`);
}

const KEYS_HERE: Readonly<Record<AuthMode, string>> = {
  standin: 'Keys here have the form sk_standin_<label>. With the setting auth=any, the server accepts any key.',
  listed: 'This server accepts only keys in its settings and keys that its control API issued.',
  any: 'Send a key that is not revoked.',
};

function differs(sent: string, open: string): Refusal {
  const kept = open === '' ? 'no settings' : `the settings ~${open}`;
  return invalid(
    `The account of this API key was created with ${kept}, but this key contains ~${sent}. Send the original key, omit the settings from the key, or choose another label.`,
  );
}

function tooManyAccounts(): Refusal {
  const message = 'The limit of accounts is reached, and no account is idle. Wait, or raise maxAccounts.';
  return new Refusal('service_unavailable', { message, headers: { 'retry-after': '60' } });
}
