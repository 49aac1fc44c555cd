/** The table of settings with reader, default and description. Types, flags, variables and docs derive from it. */

import { DEFAULT_PRICES } from '../../contract/prices.ts';
import { AUTH_MODES, MISMATCHES } from '../api/context.ts';
import { PROFILES } from '../api/refusal.ts';
import { SETTLE_MODES, WIRE_CLOCKS } from '../domain/account.ts';
import { LIMIT_PROFILES } from '../domain/limits.ts';
import type { FaultRule, FaultRuleInput } from '../faults/rule.ts';
import { CLOCK_FORMS } from './clock-text.ts';
import { ownErrors, type OwnErrors } from './own-errors.ts';
import {
  boolean,
  listOf,
  number,
  objectOf,
  oneOf,
  optional,
  orElse,
  string,
  whole,
  type LeftOut,
  type Reader,
  type ValueOf,
} from './readers.ts';
import {
  accountName,
  basePath,
  clock,
  count,
  requireUnique,
  usd,
  hostNames,
  inputFolder,
  latency,
  origins,
  seconds,
  someOf,
  storeUrl,
  tiers,
  tls,
} from './setting-values.ts';

export interface Setting<Value, Given = Value> {
  readonly reader: Reader<Value>;
  /** The default value. */
  readonly default: Given;
  /** The description for the help and the documentation. */
  readonly text: string;
}

/** Settings of an account: for all accounts, or for one. */
export const ACCOUNT_SETTINGS = {
  balance: setting(usd, 1000, 'opening balance of an account in US dollars'),
  latency: setting(
    latency,
    'fast',
    'how long a generation takes: instant, fast (3 s), realistic, manual (by control API), polls:P,R or seconds:P,R. P is the number of polls or seconds in the status pending. R is the number of polls or seconds in the status running. The range 60..90 means a median of 60 and a 95th percentile of 90',
  ),
  clock: setting(clock, 'real', `the clock of an account: ${CLOCK_FORMS}`),
  seed: setting(whole(0), 0, 'seed of every random choice. The same seed repeats the choices of a run'),
  settle: setting(oneOf(...SETTLE_MODES), 'on_poll', 'when a failed generation is refunded: on a poll, or immediately'),
  limits: setting(oneOf(...LIMIT_PROFILES), 'off', 'rate and concurrency limits of an account'),
  scenario: unset(string(), 'failure scenario for all accounts; "standin scenarios" lists all scenarios'),
  wire: setting(oneOf(...WIRE_CLOCKS), 'real', "whether injected delays use real time or the account's clock"),
};

const ownAccount = objectOf({ name: accountName, keys: someOf(string(1)), ...ownReaders() });
const accounts = requireUnique(listOf(ownAccount));

const { withoutSources, withSources } = DEFAULT_PRICES;
const prices = objectOf({
  withoutSources: orElse(tiers(withoutSources), {}),
  withSources: orElse(tiers(withSources), {}),
});
type Prices = ValueOf<typeof prices>;
type PricesInput = { [Table in keyof Prices]?: { [Tier in keyof Prices[Table]]?: number | undefined } | undefined };

/** A placeholder. `readSettings` replaces it by the reader of fault rules, which loads zod only if needed. */
const noRules: Reader<FaultRule[]> = { read: () => [] };

export const SETTINGS = {
  host: setting(string(1), '127.0.0.1', 'address to listen on'),
  port: setting(whole(0, 65_535), 4242, 'port to listen on. With 0, the server uses a free port'),
  basePath: setting(
    basePath,
    '',
    'path before /v1, such as /media, as with a reverse proxy. The URL in output.url does not contain this path',
  ),
  tls: unset(tls, 'serve HTTPS: "self-signed", or the files of a certificate and its key, such as cert.pem,key.pem'),
  handlers: unset(string(1), 'module with MSW handlers. These handlers receive each request before the emulator'),
  log: unset(
    oneOf('off', 'requests', 'json'),
    'how to log each request on standard output. On a terminal, "serve" logs requests by default',
  ),
  headersTimeoutSeconds: setting(seconds, 30, 'timeout in seconds for the headers of a request to arrive'),
  requestTimeoutSeconds: setting(seconds, 60, 'timeout in seconds for a whole request to arrive'),
  idleTimeoutSeconds: setting(seconds, 75, 'timeout in seconds of an idle connection between requests'),

  auth: setting(
    oneOf(...AUTH_MODES),
    'standin',
    'which API keys the server accepts: sk_standin_ keys and listed keys, only listed keys, or any key',
  ),
  accounts: setting(accounts, [], 'list of accounts, with keys of any form'),
  ...ACCOUNT_SETTINGS,
  pace: setting(
    oneOf('real', 'quick'),
    'real',
    'delays of scenarios: real uses the delays as written, quick uses shortened delays',
  ),
  faults: setting<FaultRule[], FaultRuleInput[]>(noRules, [], 'fault rules for all accounts'),

  profile: setting(
    oneOf(...PROFILES),
    'documented',
    'statuses of errors. With the value documented, errors have the statuses in the API document. With the value ietf, some errors have 408, 409, 415, 422 or 431, which come from RFCs',
  ),
  prices: setting<Prices, PricesInput>(prices, {}, 'US dollars for each billed second'),
  errors: setting<OwnErrors>(ownErrors, {}, 'statuses and codes that your server uses for the errors in docs/api.md'),
  requestIds: setting(oneOf('all', 'none'), 'all', 'whether errors and response headers contain a request id'),
  absentFields: setting(
    oneOf('left_out', 'null'),
    'left_out',
    'the fields output and error, if they do not apply to a record: omitted, or null',
  ),
  idempotency: setting(
    oneOf('replay', 'ignore', 'reject'),
    'replay',
    'response to a repeated Idempotency-Key: replay the first response, ignore the Idempotency-Key, or reject the create request. The server always checks the length of the Idempotency-Key',
  ),
  replayStatus: setting(oneOf(200, 202), 202, 'status of the response to a replayed create request'),
  replayBody: setting(
    oneOf('stored', 'current'),
    'stored',
    'record in the response to a replayed create request: the record of the first response, or the current record',
  ),
  mismatch: setting(
    oneOf(...MISMATCHES),
    'refuse',
    'response to a repeated Idempotency-Key with another body: refuse (the error of --profile), a number (an error with this status), or ignore (the first response)',
  ),
  idempotencyHours: setting(number(0.001, 8760), 24, 'hours until an Idempotency-Key expires'),
  omittedAspectRatio: setting(
    oneOf('refuse', 'accept'),
    'refuse',
    'response to a create request without aspect_ratio, if its workflow requires "adaptive"',
  ),
  nullFields: setting(
    oneOf('refuse', 'left_out'),
    'refuse',
    'null in an optional field of a create request: rejected, or treated as omitted',
  ),
  contentTypes: setting(oneOf('json', 'any'), 'json', 'Content-Type that a create request needs: JSON, or any'),
  ranges: setting(
    oneOf('all', 'first_last'),
    'all',
    'supported forms of the Range header: all forms with one range, or only bytes=<first>-<last>',
  ),
  validators: setting(
    oneOf('send', 'none'),
    'send',
    'whether clips have ETag and Last-Modified, and whether conditional requests work',
  ),
  head: setting(oneOf('answer', 'refuse'), 'answer', 'response to HEAD: the headers of GET, or 405'),
  inputFiles: setting(
    oneOf('later', 'at_create'),
    'later',
    'effect of an invalid input file: the generation fails later and is refunded, or the create request is rejected',
  ),

  media: setting({ ...listOf(inputFolder), form: 'media' as const }, [], 'folder with the input files of a URL prefix'),
  mediaFetch: setting(
    boolean,
    false,
    'fetch input files from their URLs, within safety limits. By default, the server makes a placeholder from the URL',
  ),
  ffmpeg: unset(string(1), 'path of the ffmpeg program (default: the ffmpeg on PATH or in an npm package)'),
  font: unset(string(1), 'TrueType font for title frames with prompts in Chinese, Japanese and other scripts'),
  cacheFolder: unset(string(1), 'folder of the clip cache (default: a folder in the cache folder of the user)'),
  cacheMebibytes: setting(
    count,
    2048,
    'maximum size of the clip cache in MiB. The server deletes the least recently used parts first',
  ),
  renderAhead: setting(
    whole(0),
    4,
    'maximum number of clips to render before their download. With 0, the server renders each clip during its download',
  ),

  data: unset(string(1), 'folder that keeps accounts and journal across restarts (docs/data.md)'),
  durable: setting(
    oneOf('os', 'disk'),
    'os',
    'with --data: send each response after the operating system has the change (os), or after the disk has the change (disk)',
  ),
  store: unset(storeUrl, 'Redis or Valkey that several replicas share, such as redis://host:6379 (docs/replicas.md)'),

  totalMebibytes: setting(
    whole(512),
    2048,
    'memory of the whole process in MiB. Accounts use the memory that clips, journal and Node do not need',
  ),
  memoryMebibytes: setting(whole(64), 256, 'memory for clips in MiB'),
  maxAccounts: setting(
    count,
    10_000,
    'maximum number of accounts. If a new account would exceed this number, the server deletes an idle account. If no account is idle, the request gets 503',
  ),
  accountIdleSeconds: setting(seconds, 3600, 'number of seconds without a request after which an account is idle'),
  maxGenerations: setting(
    count,
    1_000_000,
    'maximum number of generations in all accounts. Above this number, the server deletes the oldest generation that has ended',
  ),
  maxGenerationsPerAccount: setting(count, 200_000, 'maximum number of generations in one account'),

  journal: setting(boolean, true, 'record each request in the journal'),
  journalEntries: setting(count, 2000, 'maximum number of journal entries of one account'),
  journalKibibytes: setting(
    count,
    4096,
    'maximum size of the journal of one account in KiB. The server deletes the oldest entries first',
  ),
  journalMebibytes: setting(
    count,
    64,
    'maximum size of the whole journal in MiB. The server deletes the oldest entries first',
  ),
  journalBodyCharacters: setting(
    whole(0, 1_048_576),
    4096,
    'maximum number of characters of a JSON body that the journal stores',
  ),
  journalRetrySeconds: setting(
    seconds,
    600,
    "time in seconds on the account's clock. Within this time, the same request counts as a retry",
  ),

  control: setting(boolean, true, 'serve the control API and the panel under /_standin/. The health paths always work'),
  controlToken: unset(
    string(16),
    'token for the control API. It is necessary if the server listens on an address that other machines can reach',
  ),
  controlHosts: setting(hostNames, [], 'additional host names that the control API accepts'),
  allowHosts: setting(hostNames, [], 'additional host names that a server on a loopback address accepts'),
  cors: setting(
    origins,
    [],
    'origins of web pages that can call the API, but not the control API. The value * allows all origins',
  ),
};

/** The groups of settings in help and documentation, by the first setting of each group. */
export const SETTING_GROUPS: ReadonlyMap<string, string> = new Map<keyof typeof SETTINGS, string>([
  ['host', 'Server'],
  ['auth', 'Accounts and time'],
  ['scenario', 'Failures'],
  ['profile', 'Imitate your server'],
  ['media', 'Input files and clips'],
  ['data', 'Storage'],
  ['totalMebibytes', 'Limits'],
  ['journal', 'Journal'],
  ['control', 'Control API and browsers'],
]);

type Table = typeof SETTINGS;

/** Settings with their defaults filled in. */
export type Settings = LeftOut<{ [Name in keyof Table]: ValueOf<Table[Name]['reader']> }>;

/** The settings of one account, as they were read. */
export type OwnAccountInput = Omit<ValueOf<typeof ownAccount>, 'name' | 'keys'>;

function setting<Value, Given = Value>(
  reader: Reader<Value>,
  byDefault: NoInfer<Given>,
  says: string,
): Setting<Value, Given> {
  return { reader, default: byDefault, text: says };
}

/** Returns the row of a setting without a default. */
function unset<Value>(reader: Reader<Value>, says: string): Setting<Value | undefined> {
  return setting(optional(reader), undefined, says);
}

type OwnReaders = {
  [Name in keyof typeof ACCOUNT_SETTINGS]: Reader<ValueOf<(typeof ACCOUNT_SETTINGS)[Name]['reader']> | undefined>;
};

/** Returns the readers of one account's settings, which are all optional. */
function ownReaders(): OwnReaders {
  const rows = Object.entries<Setting<unknown>>(ACCOUNT_SETTINGS).map(([name, { reader }]) => [name, optional(reader)]);
  return Object.fromEntries(rows) as OwnReaders;
}
