/** The table of settings with reader, default and description. Types, flags, variables and docs derive from it. */

import { DEFAULT_PRICES } from '../../contract/prices.ts';
import { AUTH_MODES, MISMATCHES } from '../api/context.ts';
import { PROFILES } from '../api/refusal.ts';
import { SETTLE_MODES, WIRE_CLOCKS } from '../domain/account.ts';
import { LIMIT_PROFILES } from '../domain/limits.ts';
import type { FaultRule, FaultRuleInput } from '../faults/rule.ts';
import * as read from './readers.ts';
import type { LeftOut, Reader, ValueOf } from './readers.ts';
import * as values from './setting-values.ts';

export interface Setting<Value, Given = Value> {
  readonly reader: Reader<Value>;
  readonly default: Given;
  /** The description for the help and the documentation. */
  readonly text: string;
}

/** Settings of an account: for all accounts, or for one. */
export const ACCOUNT_SETTINGS = {
  balance: setting(values.usd, 1000).describe('opening balance of an account in US dollars'),
  latency: setting(values.latency, 'fast').describe(
    'how long a generation takes: instant, fast (3 s), realistic, manual (by control API), polls:P,R or seconds:P,R. P is the number of polls or seconds in the status pending. R is the number of polls or seconds in the status running. The range 60..90 means a median of 60 and a 95th percentile of 90',
  ),
  clock: setting(values.clock, 'real').describe(`the clock of an account: ${values.CLOCK_FORMS}`),
  seed: setting(read.whole(0), 0).describe('seed of every random choice. The same seed repeats the choices of a run'),
  settle: setting(read.oneOf(...SETTLE_MODES), 'on_poll').describe(
    'when a failed generation is refunded: on a poll, or immediately',
  ),
  limits: setting(read.oneOf(...LIMIT_PROFILES), 'off').describe('rate and concurrency limits of an account'),
  scenario: unset(read.string()).describe('failure scenario for all accounts; "standin scenarios" lists all scenarios'),
  wire: setting(read.oneOf(...WIRE_CLOCKS), 'real').describe(
    "whether injected delays use real time or the account's clock",
  ),
};

const ownAccount = read.objectOf({ name: values.accountName, keys: read.listOf(read.string(1), 1), ...ownReaders() });
const accounts = values.requireUnique(read.listOf(ownAccount));

const { withoutSources, withSources } = DEFAULT_PRICES;
const prices = read.objectOf({
  withoutSources: read.orElse(values.tiers(withoutSources), {}),
  withSources: read.orElse(values.tiers(withSources), {}),
});
type Prices = ValueOf<typeof prices>;
type PricesInput = { [Table in keyof Prices]?: { [Tier in keyof Prices[Table]]?: number | undefined } | undefined };

/** A placeholder. `readSettings` replaces it by the reader of fault rules, which loads zod only if needed. */
const noRules: Reader<FaultRule[]> = { read: () => [] };

export const SETTINGS = {
  host: setting(read.string(1), '127.0.0.1').describe('address to listen on'),
  port: setting(read.whole(0, 65_535), 4242).describe('port to listen on. With 0, the server uses a free port'),
  basePath: setting(values.basePath, '').describe(
    'path before /v1, such as /media, as with a reverse proxy. The URL in output.url does not contain this path',
  ),
  tls: unset(values.tls).describe(
    'serve HTTPS: "self-signed", or the files of a certificate and its key, such as cert.pem,key.pem',
  ),
  handlers: unset(read.string(1)).describe(
    'module with MSW handlers. These handlers receive each request before the emulator',
  ),
  log: unset(read.oneOf('off', 'requests', 'json')).describe(
    'how to log each request on standard output. On a terminal, "serve" logs requests by default',
  ),
  headersTimeoutSeconds: setting(values.seconds, 30).describe(
    'timeout in seconds for the headers of a request to arrive',
  ),
  requestTimeoutSeconds: setting(values.seconds, 60).describe('timeout in seconds for a whole request to arrive'),
  idleTimeoutSeconds: setting(values.seconds, 75).describe('timeout in seconds of an idle connection between requests'),

  auth: setting(read.oneOf(...AUTH_MODES), 'standin').describe(
    'which API keys the server accepts: sk_standin_ keys and listed keys, only listed keys, or any key',
  ),
  accounts: setting(accounts, []).describe('list of accounts, with keys of any form'),
  ...ACCOUNT_SETTINGS,
  pace: setting(read.oneOf('real', 'quick'), 'real').describe(
    'delays of scenarios: real uses the delays as written, quick uses shortened delays',
  ),
  faults: setting<FaultRule[], FaultRuleInput[]>(noRules, []).describe('fault rules for all accounts'),

  profile: setting(read.oneOf(...PROFILES), 'documented').describe(
    'statuses of errors. With the value documented, errors have the statuses in the API document. With the value ietf, some errors have 408, 409, 415, 422 or 431, which come from RFCs',
  ),
  prices: setting<Prices, PricesInput>(prices, {}).describe('US dollars for each billed second'),
  errors: setting<values.OwnErrors>(values.ownErrors, {}).describe(
    'statuses and codes that your server uses for the errors in docs/api.md',
  ),
  requestIds: setting(read.oneOf('all', 'none'), 'all').describe(
    'whether errors and response headers contain a request id',
  ),
  absentFields: setting(read.oneOf('left_out', 'null'), 'left_out').describe(
    'the fields output and error, if they do not apply to a record: omitted, or null',
  ),
  idempotency: setting(read.oneOf('replay', 'ignore', 'reject'), 'replay').describe(
    'response to a repeated Idempotency-Key: replay the first response, ignore the Idempotency-Key, or reject the create request. The server always checks the length of the Idempotency-Key',
  ),
  replayStatus: setting(read.oneOf(200, 202), 202).describe('status of the response to a replayed create request'),
  replayBody: setting(read.oneOf('stored', 'current'), 'stored').describe(
    'record in the response to a replayed create request: the record of the first response, or the current record',
  ),
  mismatch: setting(read.oneOf(...MISMATCHES), 'refuse').describe(
    'response to a repeated Idempotency-Key with another body: refuse (the error of --profile), a number (an error with this status), or ignore (the first response)',
  ),
  idempotencyHours: setting(read.number(0.001, 8760), 24).describe('hours until an Idempotency-Key expires'),
  omittedAspectRatio: setting(read.oneOf('refuse', 'accept'), 'refuse').describe(
    'response to a create request without aspect_ratio, if its workflow requires "adaptive"',
  ),
  nullFields: setting(read.oneOf('refuse', 'left_out'), 'refuse').describe(
    'null in an optional field of a create request: rejected, or treated as omitted',
  ),
  contentTypes: setting(read.oneOf('json', 'any'), 'json').describe(
    'Content-Type that a create request needs: JSON, or any',
  ),
  ranges: setting(read.oneOf('all', 'first_last'), 'all').describe(
    'supported forms of the Range header: all forms with one range, or only bytes=<first>-<last>',
  ),
  validators: setting(read.oneOf('send', 'none'), 'send').describe(
    'whether clips have ETag and Last-Modified, and whether conditional requests work',
  ),
  head: setting(read.oneOf('answer', 'refuse'), 'answer').describe('response to HEAD: the headers of GET, or 405'),
  inputFiles: setting(read.oneOf('later', 'at_create'), 'later').describe(
    'effect of an invalid input file: the generation fails later and is refunded, or the create request is rejected',
  ),

  media: setting({ ...read.listOf(values.inputFolder), form: 'media' as const }, []).describe(
    'folder with the input files of a URL prefix',
  ),
  mediaFetch: setting(read.boolean, false).describe(
    'fetch input files from their URLs, within safety limits. By default, the server makes a placeholder from the URL',
  ),
  ffmpeg: unset(read.string(1)).describe(
    'path of the ffmpeg program (default: the ffmpeg on PATH or in an npm package)',
  ),
  font: unset(read.string(1)).describe(
    'TrueType font for title frames with prompts in Chinese, Japanese and other scripts',
  ),
  cacheFolder: unset(read.string(1)).describe(
    'folder of the clip cache (default: a folder in the cache folder of the user)',
  ),
  cacheMebibytes: setting(values.count, 2048).describe(
    'maximum size of the clip cache in MiB. The server deletes the least recently used parts first',
  ),
  renderAhead: setting(read.whole(0), 4).describe(
    'maximum number of clips to render before their download. With 0, the server renders each clip during its download',
  ),

  data: unset(read.string(1)).describe('folder that keeps accounts and journal across restarts (docs/data.md)'),
  durable: setting(read.oneOf('os', 'disk'), 'os').describe(
    'with --data: send each response after the operating system has the change (os), or after the disk has the change (disk)',
  ),
  store: unset(values.storeUrl).describe(
    'Redis or Valkey that several replicas share, such as redis://host:6379 (docs/replicas.md)',
  ),

  totalMebibytes: setting(read.whole(512), 2048).describe(
    'memory of the whole process in MiB. Accounts use the memory that clips, journal and Node do not need',
  ),
  memoryMebibytes: setting(read.whole(64), 256).describe('memory for clips in MiB'),
  maxAccounts: setting(values.count, 10_000).describe(
    'maximum number of accounts. If a new account would exceed this number, the server deletes an idle account. If no account is idle, the request gets 503',
  ),
  accountIdleSeconds: setting(values.seconds, 3600).describe(
    'number of seconds without a request after which an account is idle',
  ),
  maxGenerations: setting(values.count, 1_000_000).describe(
    'maximum number of generations in all accounts. Above this number, the server deletes the oldest generation that has ended',
  ),
  maxGenerationsPerAccount: setting(values.count, 200_000).describe('maximum number of generations in one account'),

  journal: setting(read.boolean, true).describe('record each request in the journal'),
  journalEntries: setting(values.count, 2000).describe('maximum number of journal entries of one account'),
  journalKibibytes: setting(values.count, 4096).describe(
    'maximum size of the journal of one account in KiB. The server deletes the oldest entries first',
  ),
  journalMebibytes: setting(values.count, 64).describe(
    'maximum size of the whole journal in MiB. The server deletes the oldest entries first',
  ),
  journalBodyCharacters: setting(read.whole(0, 1_048_576), 4096).describe(
    'maximum number of characters of a JSON body that the journal stores',
  ),
  journalRetrySeconds: setting(values.seconds, 600).describe(
    "time in seconds on the account's clock. Within this time, the same request counts as a retry",
  ),

  control: setting(read.boolean, true).describe(
    'serve the control API and the panel under /_standin/. The health paths always work',
  ),
  controlToken: unset(read.string(16)).describe(
    'token for the control API. It is necessary if the server listens on an address that other machines can reach',
  ),
  controlHosts: setting(values.hostNames, []).describe('additional host names that the control API accepts'),
  allowHosts: setting(values.hostNames, []).describe(
    'additional host names that a server on a loopback address accepts',
  ),
  cors: setting(values.origins, []).describe(
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

interface Details extends ErrorOptions {
  /** The path of the invalid setting, if there is only one. The message begins with the path. */
  readonly path?: string;
}

/** Thrown if settings are invalid. Each line of the message names one setting. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
  readonly path: string | undefined;

  constructor(says: string, { path, ...options }: Details = {}) {
    super(path === undefined ? says : `${path}: ${says}`, options);
    this.path = path;
  }
}

interface Undescribed<Value, Given> {
  readonly describe: (text: string) => Setting<Value, Given>;
}

/** Begins a row with a reader and a default. `describe` completes the row. */
function setting<Value, Given = Value>(reader: Reader<Value>, byDefault: NoInfer<Given>): Undescribed<Value, Given> {
  return { describe: (text) => ({ reader, default: byDefault, text }) };
}

/** Begins the row of a setting without a default. */
function unset<Value>(reader: Reader<Value>): Undescribed<Value | undefined, Value | undefined> {
  return setting(read.optional(reader), undefined);
}

type OwnReaders = {
  [Name in keyof typeof ACCOUNT_SETTINGS]: Reader<ValueOf<(typeof ACCOUNT_SETTINGS)[Name]['reader']> | undefined>;
};

/** Returns the readers of one account's settings, which are all optional. */
function ownReaders(): OwnReaders {
  const rows = Object.entries<Setting<unknown>>(ACCOUNT_SETTINGS).map(([name, { reader }]) => [
    name,
    read.optional(reader),
  ]);
  return Object.fromEntries(rows) as OwnReaders;
}
