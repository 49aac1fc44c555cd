/** Opens a proxy: the engine of the emulator in front of a real service. */

import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Service } from '../emulator/api/request-context.ts';
import type { Checked, Spending } from '../emulator/api/service.ts';
import { createEngine, type Engine, type Settings } from '../emulator/commands.ts';
import { createMemoryBudget } from '../lib/memory-budget.ts';
import { memoryShares } from '../emulator/settings/memory-shares.ts';
import { toPriceTable } from '../emulator/settings/resolve.ts';
import { createChecking, type Checking } from './checked.ts';
import { createGenerations } from './generations.ts';
import { createService } from './service.ts';
import { createPriceList } from './spend/price-list.ts';
import { closedGuard, openSpendGuard, type SpendGuard } from './spend/spend-guard.ts';
import { openSpendLog } from './spend/spend-log.ts';
import { readUpstream, refusePrivate } from './upstream/address.ts';
import { createUpstream } from './upstream/client.ts';

export interface OpenOptions {
  /** The URL in front of `/v1` of the real service, such as `https://staging.example.com`. */
  readonly upstream: string;
  /** The settings of the emulator that make sense for a proxy. */
  readonly settings: Settings;
  /** US dollars that creates may spend; without it no create goes through. */
  readonly budget?: number | undefined;
  /** The file in which each create is written before it leaves. Default: one for each upstream, in `.standin/`. */
  readonly spendLog?: string | undefined;
  /** Lets the upstream have an address that is not public, and HTTP without TLS. Default: `false` */
  readonly allowPrivate?: boolean | undefined;
  /** Seconds without a sign of the upstream after which it counts as gone. Default: `120` */
  readonly timeoutSeconds?: number | undefined;
  /** Judges each answer by what needs no request of its own. Default: `false` */
  readonly check?: boolean | undefined;
}

export interface OpenedProxy {
  readonly engine: Engine;
  /** The path of the spend log; unused without a budget. */
  readonly spendLog: string | undefined;
  readonly spending: () => Spending;
  /** Undefined if responses are not checked. */
  readonly checked: () => Checked | undefined;
  /** Lets answers under way end, and says in the spend log that the run is over. */
  readonly close: () => Promise<void>;
}

const TIMEOUT_SECONDS = 120;

/** Opens it; throws a ProxyError or a SettingsError for a mistake that its user can fix. It does not listen yet. */
export async function openProxy(options: OpenOptions): Promise<OpenedProxy> {
  const { allowPrivate = false, budget, timeoutSeconds = TIMEOUT_SECONDS } = options;
  const url = readUpstream(options.upstream, allowPrivate);
  if (!allowPrivate) await refusePrivate(url);
  const settings = forProxy(options.settings);
  // Before the spend log is locked: bounds that do not go together are refused.
  const reading = createMemoryBudget(memoryShares(settings, 'proxy').underWay);
  const checking = options.check === true ? await openChecking() : undefined;
  const upstream = createUpstream({ url, allowPrivate, timeoutMs: timeoutSeconds * 1000 });
  const generations = createGenerations();
  const prices = toPriceTable(settings.prices);
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
    reading,
    judge: checking?.judge,
    noteLength: checking?.noteLength,
    report: () => ({ url: url.href, spending: spendGuard.spending(), checked: checking?.found() }),
  });
  const engine = openEngine(settings, service, spendGuard);
  let closing: Promise<void> | undefined;
  const close = async (): Promise<void> => {
    await engine.close();
    upstream.close();
    spendGuard.close();
  };
  return {
    engine,
    spendLog,
    spending: spendGuard.spending,
    checked: () => checking?.found(),
    close: () => (closing ??= close()),
  };
}

/** Rules and scenarios of the settings may make no sense in front of a service. */
function openEngine(settings: Settings, service: Service, spendGuard: SpendGuard): Engine {
  try {
    return createEngine(settings, undefined, service);
  } catch (cause) {
    spendGuard.abandon();
    throw cause;
  }
}

/** The conformance kit is loaded only if it checks responses. */
async function openChecking(): Promise<Checking> {
  const { createPassiveJudge } = await import('../conformance/passive/passive-judge.ts');
  return createChecking(createPassiveJudge());
}

/** The service has the money, the time and the generations. */
function forProxy(settings: Settings): Settings {
  const { store: _store, data: _data, handlers: _handlers, ...rest } = settings;
  return { ...rest, balance: 0, clock: 'real' };
}

/** A file for each upstream, so that a crashed run is continued. */
function defaultLog({ href }: URL): string {
  return join('.standin', `proxy-${createHash('sha256').update(href).digest('hex').slice(0, 12)}.jsonl`);
}
