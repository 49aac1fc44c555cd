/** The table of settings: reader, default and text of each. Types, flags, variables and documentation come from it. */

import type { Resolution } from '../../contract/dimensions.ts';
import { DEFAULT_PRICES, toDollars, type PriceTable } from '../../contract/prices.ts';
import { AUTH_MODES, MISMATCHES } from '../api/context.ts';
import { PROFILES } from '../api/refusal.ts';
import { ownErrors, type OwnErrors } from './own-errors.ts';
import { SETTLE_MODES, WIRE_CLOCKS } from '../domain/account.ts';
import { parseLatency } from '../domain/latency.ts';
import { LIMIT_PROFILES } from '../domain/limits.ts';
import { PACES } from '../faults/pace.ts';
import type { FaultRule, FaultRuleInput } from '../faults/rule.ts';
import { CLOCK_FORMS, readClockText } from './clock-text.ts';
import { readStoreUrl, STORE_URL_FORM } from './store-url.ts';
import {
  boolean,
  objectOf,
  listOf,
  number,
  oneOf,
  optional,
  orElse,
  string,
  textLike,
  whole,
  type LeftOut,
  type Reader,
  type ValueOf,
} from './readers.ts';

export interface Setting<Value, Given = Value> {
  readonly reader: Reader<Value>;
  /** The value without any source. */
  readonly default: Given;
  /** What it does, for the help and the documentation. */
  readonly text: string;
}

const LATENCIES =
  'instant, fast, realistic, manual, polls:P,R (P polls pending, R polls running) or seconds:P,R (of which each may be a median and a 95th percentile, 60..90)';
const latency = textLike((given) => parseLatency(given) !== undefined, `must be ${LATENCIES}`);
const clock = textLike((given) => readClockText(given) !== undefined, `must be ${CLOCK_FORMS}`);
const BASE_PATH = 'must be empty or a path such as /media, without dots for a folder and without a slash at its end';
/** Clients take the dots for another path before they send it. */
const basePath = textLike((given) => /^(\/(?!\.{1,2}(\/|$))[^/?#\s]+)*$/.test(given), BASE_PATH);
const storeUrl = textLike((given) => readStoreUrl(given) !== undefined, STORE_URL_FORM);
const httpsPrefix = textLike((given) => given.startsWith('https://'), 'must begin with https://');
/** In the path of the control API the dots would be another path. */
const ACCOUNT_NAME = 'must have 1 to 64 characters, and not only one or two dots';
const accountName = textLike((name) => /^(?!\.{1,2}$).{1,64}$/s.test(name), ACCOUNT_NAME);
const dollars = number(0, 1_000_000_000);
const seconds = number(0.1, 86_400);
const count = whole(1);
const ORIGIN = 'must be an origin such as https://app.localhost:3000, without a path, or *';
const origins = { ...listOf(textLike(isOrigin, ORIGIN)), form: 'list' as const };
const HOST_NAME = 'must be a host name such as api.example.test, without a scheme, a port, a path or *';
const hostName: Reader<string> = {
  read: (given, report) => {
    const name = string(1).read(given, report);
    return name === undefined || /^(?:[^\s/:?#@,*[\]]+|\[[\da-f:.]+\])$/i.test(name) ? name : report(HOST_NAME);
  },
};
const hostNames = { ...listOf(hostName), form: 'list' as const };
const inputFolder = objectOf({ prefix: httpsPrefix, folder: string(1) });

/** Settings of an account: for all accounts, or for one. */
export const ACCOUNT_SETTINGS = {
  balance: setting(dollars, 1000, 'US dollars with which an account opens'),
  latency: setting(latency, 'fast', `how long a generation takes: ${LATENCIES}`),
  seed: setting(whole(0), 0, 'where all chance starts; the same seed repeats a run'),
  settle: setting(oneOf(...SETTLE_MODES), 'on_poll', 'refunds of failed generations: at the next look, or at once'),
  limits: setting(oneOf(...LIMIT_PROFILES), 'off', 'rate and concurrency limits'),
  scenario: unset(string(), 'a failure scenario for all accounts; standin scenarios lists them'),
  wire: setting(oneOf(...WIRE_CLOCKS), 'real', "injected delays: in real time, or in that of the account's clock"),
  clock: setting(clock, 'real', `the account's clock: ${CLOCK_FORMS}`),
};

const ownAccount = objectOf({ name: accountName, keys: someOf(string(1)), ...ownReaders() });
const accounts = differing(listOf(ownAccount));

const { withoutSources, withSources } = DEFAULT_PRICES;
const prices = objectOf({
  withoutSources: orElse(tiers(withoutSources), {}),
  withSources: orElse(tiers(withSources), {}),
});
type Prices = ValueOf<typeof prices>;
type PricesInput = { [Table in keyof Prices]?: { [Tier in keyof Prices[Table]]?: number | undefined } | undefined };

const certificate = objectOf({ cert: string(), key: string() });
const tls: Reader<'self-signed' | ValueOf<typeof certificate>> = {
  form: 'tls',
  read: (given, report) => {
    if (given === 'self-signed') return given;
    if (typeof given === 'string') return report('must be self-signed or an object with cert and key');
    return certificate.read(given, report);
  },
};

/** Fault rules have a zod schema, loaded only when rules are given; `readSettings` then replaces this reader. */
const noRules: Reader<FaultRule[]> = { read: () => [] };

export const SETTINGS = {
  host: setting(string(1), '127.0.0.1', 'address to listen on'),
  port: setting(whole(0, 65_535), 4242, 'port to listen on; 0 picks a free one'),
  basePath: setting(basePath, '', 'path in front of /v1, as behind a proxy; output.url does not show it'),
  tls: unset(tls, 'HTTPS: self-signed, or the files of a certificate and its key'),
  handlers: unset(string(1), 'module with MSW handlers, which see each request before the emulator does'),
  auth: setting(oneOf(...AUTH_MODES), 'standin', 'keys that open accounts: sk_standin_ and listed, listed, or any'),
  accounts: setting(accounts, [], 'accounts with keys of any form'),
  ...ACCOUNT_SETTINGS,
  pace: setting(oneOf(...PACES), 'real', 'scenarios as they stand, or in short waits where they have such'),
  profile: setting(oneOf(...PROFILES), 'documented', 'statuses: of the API document, or of RFCs (409, 415, 422, 431)'),
  prices: setting<Prices, PricesInput>(prices, {}, 'US dollars for each billed second'),
  errors: setting<OwnErrors>(
    ownErrors,
    {},
    'own status and code of an error, by its code in the catalogue of docs/api.md',
  ),
  requestIds: setting(oneOf('all', 'none'), 'all', 'request ids: in each error and each header section, or nowhere'),
  absentFields: setting(oneOf('left_out', 'null'), 'left_out', 'output and error of a record where they do not apply'),
  idempotency: setting(
    oneOf('replay', 'ignore'),
    'replay',
    'what an Idempotency-Key does; its length is looked at always',
  ),
  replayStatus: setting(oneOf(200, 202), 202, 'status of a replayed create'),
  replayBody: setting(oneOf('stored', 'current'), 'stored', 'record of a replayed create: as it was, or as it is'),
  mismatch: setting(oneOf(...MISMATCHES), 'refuse', 'an Idempotency-Key sent again with another body'),
  idempotencyHours: setting(number(0.001, 8760), 24, 'hours until an Idempotency-Key is free again'),
  faults: setting<FaultRule[], FaultRuleInput[]>(noRules, [], 'fault rules for all accounts'),
  omittedAspectRatio: setting(
    oneOf('refuse', 'accept'),
    'refuse',
    'creates that need adaptive and have no aspect_ratio',
  ),
  nullFields: setting(oneOf('refuse', 'left_out'), 'refuse', 'null in place of an optional field of a create'),
  contentTypes: setting(oneOf('json', 'any'), 'json', 'Content-Type of a create: has to be JSON, or is not looked at'),
  ranges: setting(
    oneOf('all', 'first_last'),
    'all',
    'forms of Range that are served: those of HTTP with one range, or bytes=<first>-<last> alone',
  ),
  validators: setting(oneOf('send', 'none'), 'send', 'ETag, Last-Modified and conditional requests of a clip'),
  head: setting(oneOf('answer', 'refuse'), 'answer', 'HEAD: as GET without a body, or 405'),
  inputFiles: setting(oneOf('later', 'at_create'), 'later', 'bad input files: a later refund, or a refused create'),
  media: setting({ ...listOf(inputFolder), form: 'media' as const }, [], 'folders that stand for URL prefixes'),
  mediaFetch: setting(boolean, false, 'fetch other input files, guarded; otherwise a stand-in is made from the URL'),
  ffmpeg: unset(string(1), 'path of the ffmpeg to use'),
  font: unset(string(1), 'TrueType file with the scripts of your prompts, such as CJK; slates show them with it'),
  cacheFolder: unset(string(1), "folder for encoded parts of clips; by default in the user's cache folder"),
  cacheMebibytes: setting(count, 2048, 'bound of that folder; the least recently used parts go first'),
  totalMebibytes: setting(
    whole(512),
    2048,
    'memory of the whole process; what clips, the journal and Node leave of it is for accounts and what is under way',
  ),
  memoryMebibytes: setting(whole(64), 256, 'bound of the clips kept in memory'),
  renderAhead: setting(
    whole(0),
    4,
    'a server renders clips while their generations run, until so many were never asked for; 0 for none',
  ),
  maxAccounts: setting(count, 10_000, 'accounts kept at once; over it an idle one makes room, or 503'),
  accountIdleSeconds: setting(seconds, 3600, 'seconds without a request after which an account is idle'),
  maxGenerations: setting(count, 1_000_000, 'generations kept in all; over it the oldest ended one makes room'),
  maxGenerationsPerAccount: setting(count, 200_000, 'generations kept in one account'),
  journal: setting(boolean, true, 'the journal, which records each request'),
  journalEntries: setting(count, 2000, 'the most requests that the journal keeps of one account'),
  journalKibibytes: setting(
    count,
    4096,
    'bound of the journal of one account; its oldest entries go first, several at once',
  ),
  journalMebibytes: setting(count, 64, 'bound of the whole journal; the oldest entries go first'),
  journalBodyCharacters: setting(whole(0, 1_048_576), 4096, 'how much of each JSON body the journal keeps'),
  journalRetrySeconds: setting(seconds, 600, "seconds of the account's clock within which the same request is a retry"),
  store: unset(storeUrl, 'Redis or Valkey that several replicas share: redis://host:6379; docs/replicas.md'),
  log: unset(
    oneOf('off', 'requests', 'json'),
    'a line for each request on standard output; serve on a terminal prints requests',
  ),
  data: unset(string(1), 'folder in which accounts and journal outlive the process; docs/data.md'),
  durable: setting(oneOf('os', 'disk'), 'os', 'with data, an answer leaves once the system or the disk has its commit'),
  control: setting(boolean, true, 'the control API under /_standin/; without it only the health paths answer there'),
  controlToken: unset(string(16), 'token of the control API; needed to listen on an address that other machines reach'),
  allowHosts: setting(hostNames, [], 'more host names that a server on loopback answers to'),
  cors: setting(origins, [], 'origins whose pages may call the API from a browser, or *; never the control API'),
  controlHosts: setting(hostNames, [], 'more host names of the control API'),
  headersTimeoutSeconds: setting(seconds, 30, 'seconds for the header section of a request to arrive'),
  requestTimeoutSeconds: setting(seconds, 60, 'seconds for a whole request to arrive'),
  idleTimeoutSeconds: setting(seconds, 75, 'seconds that a connection may lie idle between requests'),
};

/** As browsers write it in the Origin header: in lower case, without the scheme's own port. */
function isOrigin(given: string): boolean {
  return given === '*' || (URL.canParse(given) && /^https?:/.test(given) && new URL(given).origin === given);
}

type Table = typeof SETTINGS;

/** Settings with their defaults filled in. */
export type Settings = LeftOut<{ [Name in keyof Table]: ValueOf<Table[Name]['reader']> }>;

/** The own settings of one account, as they were read. */
export type OwnAccountInput = Omit<ValueOf<typeof ownAccount>, 'name' | 'keys'>;

function setting<Value, Given = Value>(
  reader: Reader<Value>,
  byDefault: NoInfer<Given>,
  says: string,
): Setting<Value, Given> {
  return { reader, default: byDefault, text: says };
}

/** A setting without a default. */
function unset<Value>(reader: Reader<Value>, says: string): Setting<Value | undefined> {
  return setting(optional(reader), undefined, says);
}

type OwnReaders = {
  [Name in keyof typeof ACCOUNT_SETTINGS]: Reader<ValueOf<(typeof ACCOUNT_SETTINGS)[Name]['reader']> | undefined>;
};

/** Readers for one account, in which every setting is optional. */
function ownReaders(): OwnReaders {
  const rows = Object.entries<Setting<unknown>>(ACCOUNT_SETTINGS).map(([name, { reader }]) => [name, optional(reader)]);
  return Object.fromEntries(rows) as OwnReaders;
}

function tiers(defaults: PriceTable['withSources']): Reader<Record<Resolution, number>> {
  const tier = (name: Resolution): Reader<number> => orElse(dollars, toDollars(defaults[name]));
  return objectOf({ '480p': tier('480p'), '720p': tier('720p'), '1080p': tier('1080p') });
}

function someOf<Value>(item: Reader<Value>): Reader<Value[]> {
  const { read } = listOf(item);
  const isEmpty = (given: unknown): boolean => Array.isArray(given) && given.length === 0;
  return { read: (given, report) => (isEmpty(given) ? report('must not be empty') : read(given, report)) };
}

/** Refuses a name or a key that stands twice: only one account would open. The message does not repeat the key. */
function differing<Account extends { name: string; keys: string[] }>(list: Reader<Account[]>): Reader<Account[]> {
  return {
    read: (given, report) => {
      const read = list.read(given, report);
      const places = read?.flatMap(({ name, keys }, at) => [
        { told: `name ${name}`, steps: [at, 'name'] },
        ...keys.map((key, place) => ({ told: `key ${key}`, steps: [at, 'keys', place] })),
      ]);
      places?.forEach(({ told, steps }, at) => {
        const first = places.findIndex((one) => one.told === told);
        if (first < at) report(`must differ from accounts.${places[first]?.steps.join('.')}`, ...steps);
      });
      return read;
    },
  };
}
