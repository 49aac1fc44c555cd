/** From the Authorization header to the account. Of a key only its salted fingerprint is kept, and fingerprints are all that is compared. */

import { toMicros } from '../../contract/prices.ts';
import { newAccount, refusesKey, type Account, type Opening } from '../domain/account.ts';
import type { MaybePromise } from '../domain/maybe-promise.ts';
import type { Trace } from '../domain/trace.ts';
import type { ApiContext } from './context.ts';
import type { KeyEntry } from './key-ring.ts';
import { parseKey } from './api-keys.ts';
import { Refusal } from './refusal.ts';

export interface Authenticator {
  /** Enters the account of a key, which opens with its first request; given the value of the Authorization header. */
  enter(header: string | undefined, trace: Trace): MaybePromise<Account | Refusal>;
}

/** RFC 6750's b64token. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const BEARER = 'Bearer ';
/** A header as nearly every client writes it. */
const PLAIN = /^Bearer [A-Za-z0-9._~+/-]+=*$/;
const MOST_REMEMBERED_KEYS = 50_000;

/** Knows the keys on the ring, and remembers those that have opened an account. */
export function createAuthenticator(context: ApiContext): Authenticator {
  const remembered = new Map<string, KeyEntry>();

  const entryOf = (token: string, fingerprint: string): KeyEntry | Refusal => {
    const known = context.keys.find(fingerprint) ?? remembered.get(fingerprint);
    if (known !== undefined) return known;
    const entry = readKey(context, token, fingerprint);
    if (entry instanceof Refusal) return entry;
    if (remembered.size >= MOST_REMEMBERED_KEYS) remembered.clear();
    remembered.set(fingerprint, entry);
    return entry;
  };

  return {
    enter: (header, trace) => {
      const token = tokenOf(header);
      if (token instanceof Refusal) return token;
      const fingerprint = context.fingerprint(token);
      trace.key = fingerprint;
      const entry = entryOf(token, fingerprint);
      if (entry instanceof Refusal) return entry;
      const account = context.accounts.store.enter(entry.name, context.realNow());
      if (account === undefined || account instanceof Promise) return join(context, account, { entry, fingerprint });
      return admitted(account, entry, fingerprint);
    },
  };
}

/** Joins the account of a key once it was found, or opens it. */
async function join(
  context: ApiContext,
  entering: Promise<Account | undefined> | undefined,
  { entry, fingerprint }: { readonly entry: KeyEntry; readonly fingerprint: string },
): Promise<Account | Refusal> {
  const { accounts, realNow } = context;
  for (let account = await entering; ; account = await accounts.store.enter(entry.name, realNow())) {
    if (account !== undefined) return admitted(account, entry, fingerprint);
    const opened = newAccount(openingOf(context, entry), realNow());
    const verdict = await accounts.store.put(opened, realNow());
    if (verdict === 'full') return tooManyAccounts();
    // After a conflict somebody else has opened it.
    if (verdict === 'kept') return admitted(opened, entry, fingerprint);
  }
}

function admitted(account: Account, { setUp }: KeyEntry, fingerprint: string): Account | Refusal {
  if (setUp !== '' && setUp !== account.setUp) return differs();
  return refusesKey(account, fingerprint) ? invalid() : account;
}

/** Nearly always the entry itself. */
function openingOf({ defaultClock }: ApiContext, entry: KeyEntry): Opening {
  const clock = entry.hasOwnClock ? undefined : defaultClock.read();
  return clock === undefined ? entry : { ...entry, clock };
}

function readKey(
  { settings, scenarios, redactors }: ApiContext,
  token: string,
  fingerprint: string,
): KeyEntry | Refusal {
  if (settings.auth === 'listed') return invalid();
  const parsed = parseKey(token, scenarios.names);
  if (parsed?.ok === true) {
    const { label, setUp, settings: own } = parsed.key;
    // A label may name a listed account; whichever key comes first, the account opens as it is listed.
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
  return parsed === undefined ? invalid() : invalid(parsed.message);
}

function tokenOf(header: string | undefined): string | Refusal {
  if (header !== undefined && PLAIN.test(header)) return header.slice(BEARER.length);
  // Cut by hand: a pattern that leaves the spaces on both sides out takes quadratic time over a header full of them.
  const text = (header ?? '').trim();
  const space = text.indexOf(' ');
  const token = space < 0 ? '' : text.slice(space).trim();
  if (token === '' || text.slice(0, space).toLowerCase() !== 'bearer') {
    return new Refusal('missing_api_key', { headers: { 'www-authenticate': 'Bearer' } });
  }
  return TOKEN.test(token)
    ? token
    : invalid('The API key has characters that no key has. Send it exactly as it was issued.');
}

function invalid(message?: string): Refusal {
  return new Refusal('invalid_api_key', { message, headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
}

function differs(): Refusal {
  return invalid(
    'The account of this API key is open with another set-up. Send the key that opened it, or choose another label.',
  );
}

function tooManyAccounts(): Refusal {
  const message = 'There is no room for another account, and no account is idle. Wait, or raise the bound on accounts.';
  return new Refusal('service_unavailable', { message, headers: { 'retry-after': '60' } });
}
