/** Readers of single settings, such as prices, certificates and origins. */

import type { Resolution } from '../../contract/dimensions.ts';
import type { ErrorEntry } from '../../contract/error-entry.ts';
import { ERRORS, isErrorCode, PROMISED_STATUS, type ErrorCode } from '../../contract/errors.ts';
import { toDollars, type PriceTable } from '../../contract/prices.ts';
import { parseLatency } from '../domain/latency.ts';
import { CLOCK_FORMS, readClockText } from './clock-text.ts';
import * as read from './readers.ts';
import type { Reader, ValueOf } from './readers.ts';
import { readStoreUrl, STORE_URL_FORM } from './store-url.ts';

const LATENCIES =
  'instant, fast (3 s), realistic, manual (by control API), polls:P,R (pending for P polls, running for R polls) or seconds:P,R (in seconds; 60..90 means median..p95)';
export const latency = read.textLike((given) => parseLatency(given) !== undefined, `must be ${LATENCIES}`);
export const clock = read.textLike((given) => readClockText(given) !== undefined, `must be ${CLOCK_FORMS}`);
const BASE_PATH =
  'must be empty or a path such as /media, without "." or ".." as a folder, and without a slash at the end';
/** A base path without dot segments, because clients resolve them before they send a request. */
export const basePath = read.textLike((given) => /^(\/(?!\.{1,2}(\/|$))[^/?#\s]+)*$/.test(given), BASE_PATH);
export const storeUrl = read.textLike((given) => readStoreUrl(given) !== undefined, STORE_URL_FORM, true);
const httpsPrefix = read.textLike((given) => given.startsWith('https://'), 'must begin with https://');
/** Dot segments are not allowed, because clients resolve them in paths of the control API. */
const ACCOUNT_NAME = 'must have 1 to 64 characters, and not "." or ".."';
export const accountName = read.textLike((name) => /^(?!\.{1,2}$).{1,64}$/s.test(name), ACCOUNT_NAME);
export const usd = read.number(0, 1_000_000_000);
export const seconds = read.number(0.1, 86_400);
export const count = read.whole(1);
const ORIGIN = 'must be an origin such as https://app.localhost:3000, without a path, or *';
export const origins = { ...read.listOf(read.textLike(isOrigin, ORIGIN)), form: 'list' as const };
const HOST_NAME = 'must be a host name such as api.example.test, without a scheme, a port, a path or *';
const hostName: Reader<string> = {
  read: (given, report) => {
    const name = read.string(1).read(given, report);
    return name === undefined || /^(?:[^\s/:?#@,*[\]]+|\[[\da-f:.]+\])$/i.test(name) ? name : report(HOST_NAME);
  },
};
export const hostNames = { ...read.listOf(hostName), form: 'list' as const };
export const inputFolder = read.objectOf({ prefix: httpsPrefix, folder: read.string(1) });

const certificate = read.objectOf({ cert: read.string(), key: read.string() });
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
  const tier = (name: Resolution): Reader<number> => read.orElse(usd, toDollars(defaults[name]));
  return read.objectOf({ '480p': tier('480p'), '720p': tier('720p'), '1080p': tier('1080p') });
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

/** The custom statuses and codes, by the original code. */
export type OwnErrors = { [Code in ErrorCode]?: { status?: number; code?: string } };

const CODE_FORM = 'must have 1 to 100 characters, without control characters';
const code = read.textLike((text) => text.length <= 100 && /^\P{Cc}+$/u.test(text), CODE_FORM);
const status = read.whole(400, 499);
const promisedCode = read.textLike(
  (text) => text === 'insufficient_credits',
  'must be insufficient_credits, because the API document promises this code',
);

/** The reader of, for example, `{ "invalid_prompt": { "status": 422, "code": "bad_prompt" } }`. */
export const ownErrors: Reader<OwnErrors> = read.objectOf(
  Object.fromEntries(
    Object.entries(ERRORS).map(([name, entry]) => [name, read.optional(read.objectOf(fieldsOf(name, entry)))]),
  ),
  'the codes of the catalog are',
);

function fieldsOf(name: string, { documented, status: usual }: ErrorEntry): Record<string, Reader<unknown>> {
  const isPromised = isErrorCode(name) && PROMISED_STATUS.has(name);
  return {
    status: read.optional(isPromised ? promisedOne(usual) : status),
    code: read.optional(documented === 'code' ? promisedCode : code),
  };
}

function promisedOne(promised: number): Reader<number> {
  const says = `must be ${promised}, because the API document or HTTP requires this status`;
  return { read: (given, report) => (given === promised ? promised : report(says)) };
}
