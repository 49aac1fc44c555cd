/** Readers of single settings, such as prices, certificates and origins. */

import type { Resolution } from '../../contract/dimensions.ts';
import { toDollars, type PriceTable } from '../../contract/prices.ts';
import { parseLatency } from '../domain/latency.ts';
import { CLOCK_FORMS, readClockText } from './clock-text.ts';
import {
  EMPTY,
  listOf,
  number,
  objectOf,
  orElse,
  string,
  textLike,
  whole,
  type Reader,
  type ValueOf,
} from './readers.ts';
import { readStoreUrl, STORE_URL_FORM } from './store-url.ts';

const LATENCIES =
  'instant, fast (3 s), realistic, manual (by control API), polls:P,R (pending for P polls, running for R polls) or seconds:P,R (in seconds; 60..90 means median..p95)';
export const latency = textLike((given) => parseLatency(given) !== undefined, `must be ${LATENCIES}`);
export const clock = textLike((given) => readClockText(given) !== undefined, `must be ${CLOCK_FORMS}`);
const BASE_PATH =
  'must be empty or a path such as /media, without "." or ".." as a folder, and without a slash at the end';
/** A base path without dot segments, because clients resolve them before they send a request. */
export const basePath = textLike((given) => /^(\/(?!\.{1,2}(\/|$))[^/?#\s]+)*$/.test(given), BASE_PATH);
export const storeUrl = textLike((given) => readStoreUrl(given) !== undefined, STORE_URL_FORM, true);
const httpsPrefix = textLike((given) => given.startsWith('https://'), 'must begin with https://');
/** Dot segments are not allowed, because clients resolve them in paths of the control API. */
const ACCOUNT_NAME = 'must have 1 to 64 characters, and not "." or ".."';
export const accountName = textLike((name) => /^(?!\.{1,2}$).{1,64}$/s.test(name), ACCOUNT_NAME);
export const usd = number(0, 1_000_000_000);
export const seconds = number(0.1, 86_400);
export const count = whole(1);
const ORIGIN = 'must be an origin such as https://app.localhost:3000, without a path, or *';
export const origins = { ...listOf(textLike(isOrigin, ORIGIN)), form: 'list' as const };
const HOST_NAME = 'must be a host name such as api.example.test, without a scheme, a port, a path or *';
const hostName: Reader<string> = {
  read: (given, report) => {
    const name = string(1).read(given, report);
    return name === undefined || /^(?:[^\s/:?#@,*[\]]+|\[[\da-f:.]+\])$/i.test(name) ? name : report(HOST_NAME);
  },
};
export const hostNames = { ...listOf(hostName), form: 'list' as const };
export const inputFolder = objectOf({ prefix: httpsPrefix, folder: string(1) });

const certificate = objectOf({ cert: string(), key: string() });
export const tls: Reader<'self-signed' | ValueOf<typeof certificate>> = {
  form: 'tls',
  read: (given, report) => {
    if (given === 'self-signed') return given;
    if (typeof given === 'string') return report('must be self-signed or an object with cert and key');
    return certificate.read(given, report);
  },
};

/** Returns whether a text is an origin as in the Origin header: lower case, without the default port. */
function isOrigin(given: string): boolean {
  return given === '*' || (URL.canParse(given) && /^https?:/.test(given) && new URL(given).origin === given);
}

export function tiers(defaults: PriceTable['withSources']): Reader<Record<Resolution, number>> {
  const tier = (name: Resolution): Reader<number> => orElse(usd, toDollars(defaults[name]));
  return objectOf({ '480p': tier('480p'), '720p': tier('720p'), '1080p': tier('1080p') });
}

export function someOf<Value>(item: Reader<Value>): Reader<Value[]> {
  const { read } = listOf(item);
  const isEmpty = (given: unknown): boolean => Array.isArray(given) && given.length === 0;
  return { read: (given, report) => (isEmpty(given) ? report(EMPTY) : read(given, report)) };
}

/** Rejects repeated names and keys, because only one account would get them. The message hides the key. */
export function requireUnique<Account extends { name: string; keys: string[] }>(
  list: Reader<Account[]>,
): Reader<Account[]> {
  return {
    read: (given, report) => {
      const read = list.read(given, report);
      const places = read?.flatMap(({ name, keys }, at) => [
        { label: `name ${name}`, steps: [at, 'name'] },
        ...keys.map((key, place) => ({ label: `key ${key}`, steps: [at, 'keys', place] })),
      ]);
      places?.forEach(({ label, steps }, at) => {
        const first = places.findIndex((one) => one.label === label);
        if (first < at) report(`must differ from accounts.${places[first]?.steps.join('.')}`, ...steps);
      });
      return read;
    },
  };
}
