/** Converts settings to the settings of the engine, the store, the journal and the server. */

import { toMicros, type PriceTable } from '../../contract/prices.ts';
import type { ApiSettings } from '../api/context.ts';
import { openingSettings, type AccountSettings } from '../domain/account.ts';
import type { ScenarioCatalog } from '../faults/scenario.ts';
import type { RecordingOptions } from '../journal/recorder.ts';
import { parseLatency } from '../domain/latency.ts';
import type { StoreBounds } from '../store/memory.ts';
import type { Timeouts } from '../transport/node-server.ts';
import { readClockText } from './setting-values.ts';
import type { MemoryShares } from './memory-shares.ts';
import type { OwnAccountInput, Settings } from './settings.ts';

const HOUR_MS = 3_600_000;

export function toApiSettings(settings: Settings, shares: MemoryShares, find: ScenarioCatalog['find']): ApiSettings {
  const plain = toAccountSettings(settings);
  const { balance: plainBalance, scenario } = plain;
  const account = openingSettings({ account: plain, plainBalance }, { scenario }, find);
  // V8 reads a copy of all settings slowly, so polls cost 3 % more CPU time (decision 0032).
  return {
    auth: settings.auth,
    profile: settings.profile,
    basePath: settings.basePath,
    errors: settings.errors,
    absentFields: settings.absentFields,
    nullFields: settings.nullFields,
    contentTypes: settings.contentTypes,
    ranges: settings.ranges,
    omittedAspectRatio: settings.omittedAspectRatio,
    account,
    plainBalance,
    accounts: settings.accounts.map(({ name, keys, ...given }) => {
      const own = toOwnSettings(given);
      const opened = openingSettings({ account, plainBalance }, own, find);
      return { name, keys, settings: opened, plainBalance: own.balance ?? plainBalance };
    }),
    prices: toPriceTable(settings.prices),
    hasRequestIds: settings.requestIds === 'all',
    hasValidators: settings.validators === 'send',
    answersHead: settings.head === 'answer',
    idempotency: {
      repeated: settings.idempotency,
      replayStatus: settings.replayStatus,
      replayBody: settings.replayBody,
      mismatch: settings.mismatch,
      lifetimeMs: settings.idempotencyHours * HOUR_MS,
    },
    bytesUnderWay: shares.underWay,
  };
}

export function toStoreBounds(settings: Settings, shares: MemoryShares): StoreBounds {
  return {
    accounts: settings.maxAccounts,
    idleMs: settings.accountIdleSeconds * 1000,
    generations: settings.maxGenerations,
    generationsPerAccount: settings.maxGenerationsPerAccount,
    bytes: shares.accounts,
    bytesPerAccount: shares.account,
  };
}

export function toRecordingSettings(settings: Settings): Pick<RecordingOptions, 'isOn' | 'bounds' | 'bodyLimit'> {
  return {
    isOn: settings.journal,
    bounds: {
      entriesPerAccount: settings.journalEntries,
      bytesPerAccount: settings.journalKibibytes * 1024,
      bytes: settings.journalMebibytes * 1_048_576,
      retryWindowMs: settings.journalRetrySeconds * 1000,
    },
    bodyLimit: settings.journalBodyCharacters,
  };
}

export function toTimeouts(settings: Settings): Timeouts {
  return {
    headersMs: settings.headersTimeoutSeconds * 1000,
    requestMs: settings.requestTimeoutSeconds * 1000,
    idleMs: settings.idleTimeoutSeconds * 1000,
  };
}

function toAccountSettings(settings: Settings): AccountSettings {
  const { balance, latency, seed, settle, limits, scenario, wire } = settings;
  return {
    balance: toMicros(balance),
    latency: parseLatency(latency) ?? { profile: 'fast' },
    seed,
    settle,
    limits,
    scenario,
    wire,
  };
}

/** Returns the settings of one account, without omitted settings. */
export function toOwnSettings({ balance, latency, clock, ...rest }: OwnAccountInput): Partial<AccountSettings> {
  const own = {
    balance: balance === undefined ? undefined : toMicros(balance),
    latency: latency === undefined ? undefined : parseLatency(latency),
    clock: clock === undefined ? undefined : readClockText(clock),
    ...rest,
  };
  return Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
}

export function toPriceTable({ withoutSources, withSources }: Settings['prices']): PriceTable {
  return { withoutSources: microsOf(withoutSources), withSources: microsOf(withSources) };
}

function microsOf(tiers: Settings['prices']['withSources']): PriceTable['withSources'] {
  return { '480p': toMicros(tiers['480p']), '720p': toMicros(tiers['720p']), '1080p': toMicros(tiers['1080p']) };
}
