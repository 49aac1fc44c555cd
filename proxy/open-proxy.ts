/** Opens a proxy: the engine of the emulator in front of a real service. */

import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { toMicros, type PriceTable } from '../contract/prices.ts';
import { createEngine, type Engine, type Settings } from '../emulator/commands.ts';
import { createChecking, type Checked, type Checking } from './checked.ts';
import { createGenerations } from './generations.ts';
import { createService } from './service.ts';
import { createPriceList } from './spend/price-list.ts';
import { closedGuard, openSpendGuard, type SpendGuard, type Spending } from './spend/spend-guard.ts';
import { openSpendLog } from './spend/spend-log.ts';
import { readUpstream, refusePrivate } from './upstream/address.ts';
import { createUpstream } from './upstream/client.ts';

export interface ProxyOptions {
  /** The URL in front of `/v1` of the real service. */
  readonly upstream: string;
  /** Of the emulator's settings those that make sense for a proxy. */
  readonly settings: Settings;
  /** US dollars that creates may spend; without it no create goes through. */
  readonly budget?: number | undefined;
  /** US dollars for each billed second, in place of those of the settings. */
  readonly prices?: Settings['prices'] | undefined;
  readonly spendLog?: string | undefined;
  readonly allowPrivate?: boolean | undefined;
  /** Seconds without a sign of the upstream after which it counts as gone. */
  readonly timeoutSeconds?: number | undefined;
  /** Judges each answer by what needs no request of its own. */
  readonly check?: boolean | undefined;
}

export interface Proxy {
  readonly engine: Engine;
  /** Where the spend log is; nothing without a budget. */
  readonly spendLog: string | undefined;
  readonly spending: () => Spending;
  /** Nothing where answers are not judged. */
  readonly checked: () => Checked | undefined;
  /** Lets answers under way end, and says in the spend log that the run is over. */
  readonly close: () => Promise<void>;
}

const TIMEOUT_SECONDS = 120;

/** Opens it; throws a ProxyError or a SettingsError for what whoever starts it can mend. It does not listen yet. */
export async function openProxy(options: ProxyOptions): Promise<Proxy> {
  const { allowPrivate = false, budget, timeoutSeconds = TIMEOUT_SECONDS } = options;
  const url = readUpstream(options.upstream, allowPrivate);
  if (!allowPrivate) await refusePrivate(url);
  const checking = options.check === true ? await openChecking() : undefined;
  const upstream = createUpstream({ url, allowPrivate, timeoutMs: timeoutSeconds * 1000 });
  const generations = createGenerations();
  const prices = toTable(options.prices ?? options.settings.prices);
  const secondsOf = (id: string): number | undefined => generations.find(id)?.seconds;
  const spendLog = budget === undefined ? undefined : (options.spendLog ?? defaultLog(url));
  const spendGuard: SpendGuard =
    budget === undefined || spendLog === undefined
      ? closedGuard()
      : openSpendGuard(budget, openSpendLog(spendLog, url.href));
  const service = createService({
    upstream,
    via: `1.1 standin-${randomUUID().slice(0, 8)}`,
    spendGuard,
    priceOf: createPriceList(prices, secondsOf),
    generations,
    judge: checking?.judge,
    noteLength: checking?.noteLength,
  });
  const engine = createEngine(forProxy(options.settings), undefined, service);
  return {
    engine,
    spendLog,
    spending: spendGuard.spending,
    checked: () => checking?.found(),
    close: async () => {
      await engine.close();
      upstream.close();
      spendGuard.close();
    },
  };
}

/** The kit is loaded only where it judges. */
async function openChecking(): Promise<Checking> {
  const { createPassiveJudge } = await import('../conformance/passive/passive-judge.ts');
  return createChecking(createPassiveJudge());
}

/** Money, time and what is kept are those of the service; clips are not made here. */
function forProxy(settings: Settings): Settings {
  const { store: _store, data: _data, handlers: _handlers, ...rest } = settings;
  return { ...rest, balance: 0, clock: 'real' };
}

/** A file for each upstream, so that a crashed run is continued. */
function defaultLog({ href }: URL): string {
  return join('.standin', `proxy-${createHash('sha256').update(href).digest('hex').slice(0, 12)}.jsonl`);
}

function toTable({ withoutSources, withSources }: Settings['prices']): PriceTable {
  return { withoutSources: microsOf(withoutSources), withSources: microsOf(withSources) };
}

function microsOf(tiers: Settings['prices']['withSources']): PriceTable['withSources'] {
  return { '480p': toMicros(tiers['480p']), '720p': toMicros(tiers['720p']), '1080p': toMicros(tiers['1080p']) };
}
