/** Every setting of the emulator: its name, its type, its default and what it does. Flags, variables and files are read through this. */

import * as z from 'zod';
import { DEFAULT_PRICES, toDollars, type PriceTable } from '../../contract/prices.ts';
import { AUTH_MODES, MISMATCHES } from '../api/context.ts';
import { PROFILES } from '../api/refusal.ts';
import { SETTLE_MODES, WIRE_CLOCKS } from '../domain/account.ts';
import { FaultRules } from '../faults/rule.ts';
import { LIMIT_PROFILES } from '../domain/limits.ts';
import { CLOCK_FORMS } from './clock-text.ts';
import { TEXT_FORMS } from './text-forms.ts';

const LATENCY_FORMS = 'instant, fast, realistic, manual or polls:P,R (P polls pending, R polls running)';

const latency = z.string().refine(TEXT_FORMS.latency, `must be ${LATENCY_FORMS}`);
const clock = z.string().refine(TEXT_FORMS.clock, `must be ${CLOCK_FORMS}`);
const dollars = z.number().min(0).max(1_000_000_000);
const priceTable = ({ withoutSources, withSources }: PriceTable) =>
  z
    .strictObject({ withoutSources: tiers(withoutSources), withSources: tiers(withSources) })
    .prefault({})
    .describe('US dollars for each billed second');
const tiers = (prices: PriceTable['withSources']) =>
  z
    .strictObject({
      '480p': dollars.default(toDollars(prices['480p'])),
      '720p': dollars.default(toDollars(prices['720p'])),
      '1080p': dollars.default(toDollars(prices['1080p'])),
    })
    .prefault({});
const count = z.int().min(1);
const seconds = z.number().min(0.1).max(86_400);

/** What an account opens with. */
const accountShape = {
  balance: dollars.default(1000).describe('US dollars with which an account opens'),
  latency: latency.default('fast').describe(`how long a generation takes: ${LATENCY_FORMS}`),
  seed: z.int().min(0).default(0).describe('where all chance starts; the same seed repeats a run'),
  settle: z.enum(SETTLE_MODES).default('on_poll').describe('when a failure refunds: when somebody looks, or at once'),
  limits: z.enum(LIMIT_PROFILES).default('off').describe('rate and concurrency limits'),
  scenario: z.string().optional().describe('a failure scenario for all accounts; standin scenarios lists them'),
  wire: z
    .enum(WIRE_CLOCKS)
    .default('real')
    .describe("injected delays: as long as they say, or as long as the account's clock needs for them"),
  clock: clock.default('real').describe(`the account's clock: ${CLOCK_FORMS}`),
};

const own = <Inner extends z.ZodType>(schema: z.ZodDefault<Inner>) =>
  schema
    .removeDefault()
    .optional()
    .describe(schema.description ?? '');

/** The same for one account, where what is left out is as for every account. */
export const ownAccountShape = {
  balance: own(accountShape.balance),
  latency: own(accountShape.latency),
  seed: own(accountShape.seed),
  settle: own(accountShape.settle),
  limits: own(accountShape.limits),
  clock: own(accountShape.clock),
  scenario: accountShape.scenario,
  wire: own(accountShape.wire),
};

const ListedAccount = z.strictObject({
  name: z.string().min(1).max(64),
  keys: z.array(z.string().min(1)).min(1),
  ...ownAccountShape,
});

/** A name or a key that came twice would open one account and silently not the other. The key itself is not said. */
const ListedAccounts = z.array(ListedAccount).superRefine((accounts, context) => {
  const seen = new Map<string, string>();
  const differ = (text: string, path: readonly [number, ...(string | number)[]]): void => {
    const first = seen.get(text);
    if (first === undefined) seen.set(text, `accounts.${path.join('.')}`);
    else context.addIssue({ code: 'custom', path: [...path], message: `must differ from ${first}` });
  };
  accounts.forEach(({ name, keys }, at) => {
    differ(`name ${name}`, [at, 'name']);
    keys.forEach((key, place) => differ(`key ${key}`, [at, 'keys', place]));
  });
});

export const Settings = z.strictObject({
  host: z.string().min(1).default('127.0.0.1').describe('address to listen on'),
  port: z.int().min(0).max(65_535).default(4242).describe('port to listen on; 0 picks a free one'),
  basePath: z
    .string()
    .refine(TEXT_FORMS.basePath, 'must be empty or a path such as /media, without a slash at its end')
    .default('')
    .describe('path in front of /v1, as behind a proxy; output.url does not show it'),
  tls: z
    .union([z.literal('self-signed'), z.strictObject({ cert: z.string(), key: z.string() })])
    .optional()
    .describe('HTTPS: self-signed, or the files of a certificate and its key'),
  handlers: z
    .string()
    .min(1)
    .optional()
    .describe('module with MSW handlers that see each request before the emulator does'),
  auth: z
    .enum(AUTH_MODES)
    .default('standin')
    .describe('which keys open an account: sk_standin_ keys and listed ones, only listed ones, or any'),
  accounts: ListedAccounts.default([]).describe('accounts with keys of any form'),
  ...accountShape,
  profile: z
    .enum(PROFILES)
    .default('documented')
    .describe('statuses: those of the API document, or those of the RFCs and drafts (409, 415, 422, 431)'),
  prices: priceTable(DEFAULT_PRICES),
  replayStatus: z
    .union([z.literal(200), z.literal(202)])
    .default(202)
    .describe('status of a replayed create'),
  replayBody: z
    .enum(['stored', 'current'])
    .default('stored')
    .describe('record of a replayed create: as it was, or as it is'),
  mismatch: z
    .enum(MISMATCHES)
    .default('refuse')
    .describe('an Idempotency-Key that comes again with another body: refused as the profile has it, or as told here'),
  idempotencyHours: z
    .number()
    .min(0.001)
    .max(8760)
    .default(24)
    .describe('hours until an Idempotency-Key is free again'),
  faults: FaultRules.default([]).describe('fault rules for all accounts'),
  omittedAspectRatio: z
    .enum(['refuse', 'accept'])
    .default('refuse')
    .describe('a workflow that needs adaptive, sent without aspect_ratio'),
  inputFiles: z
    .enum(['later', 'at_create'])
    .default('later')
    .describe('what is wrong with an input file: a failure with refund, or a refused create'),
  media: z
    .array(z.strictObject({ prefix: z.string().startsWith('https://'), folder: z.string().min(1) }))
    .default([])
    .describe('folders that stand for URL prefixes'),
  mediaFetch: z
    .boolean()
    .default(false)
    .describe('fetch other input files from the network, guarded; otherwise a stand-in is made from the URL'),
  ffmpeg: z.string().min(1).optional().describe('path of the ffmpeg to use'),
  cacheFolder: z.string().min(1).optional().describe("folder for encoded parts; by default in the user's cache folder"),
  cacheMebibytes: count.default(2048).describe('bound of that folder; the least recently used parts go first'),
  memoryMebibytes: count.default(256).describe('bound of the memory for warm clips'),
  maxAccounts: count.default(10_000).describe('accounts kept at once; over it an idle one makes room, or 503'),
  accountIdleSeconds: seconds.default(3600).describe('seconds without a request after which an account is idle'),
  maxGenerations: count.default(1_000_000).describe('generations kept in all; over it the oldest ended one makes room'),
  maxGenerationsPerAccount: count.default(200_000).describe('generations kept in one account'),
  journal: z.boolean().default(true).describe('whether requests are recorded in the journal'),
  journalEntries: count.default(2000).describe('requests that the journal keeps of one account'),
  journalKibibytes: count.default(4096).describe('bound of the journal of one account; its oldest entries go first'),
  journalMebibytes: count.default(64).describe('bound of the whole journal; the oldest entries go first'),
  journalBodyCharacters: z
    .int()
    .min(0)
    .max(1_048_576)
    .default(4096)
    .describe('how much of each JSON body the journal keeps'),
  journalRetrySeconds: seconds
    .default(600)
    .describe("seconds of the account's clock within which the same request counts as another attempt"),
  headersTimeoutSeconds: seconds.default(30).describe('seconds for the header section of a request to arrive'),
  control: z
    .boolean()
    .default(true)
    .describe('the control API under /_standin/; without it only the health paths answer there'),
  controlToken: z
    .string()
    .min(16)
    .optional()
    .describe('asked for by the control API; needed to listen on an address that other machines reach'),
  allowHosts: z.array(z.string().min(1)).default([]).describe('more host names that a server on loopback answers to'),
  controlHosts: z
    .array(z.string().min(1))
    .default([])
    .describe('names by which the control API may be called, besides those of this machine'),
  requestTimeoutSeconds: seconds.default(60).describe('seconds for a whole request to arrive'),
  idleTimeoutSeconds: seconds.default(75).describe('seconds that a connection may lie idle between requests'),
});

/** Settings as a user writes them; all have defaults. */
export type SettingsInput = z.input<typeof Settings>;
/** Settings with their defaults filled in. */
export type Settings = z.output<typeof Settings>;
