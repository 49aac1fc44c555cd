/** Opens a proxy: the engine of the emulator in front of a real service. */

import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Service } from '../emulator/api/call.ts';
import type { Checked, Spending } from '../emulator/api/service.ts';
import { createEngine, type Engine, type Settings } from '../emulator/commands.ts';
import { createMemoryBudget } from '../lib/memory-budget.ts';
import { memoryShares } from '../emulator/settings/memory-shares.ts';
import { toPriceTable } from '../emulator/settings/resolve.ts';
import { createChecking, type Checking } from './checked.ts';
import { createGenerations } from './generations.ts';
import { createService } from './service.ts';
import { createPriceList } from './spend/price.ts';
import { closedGuard, openSpendGuard, type SpendGuard } from './spend/spend-guard.ts';
import { openSpendLog } from './spend/spend-log.ts';
import { readUpstream, rejectPrivate } from './upstream/address.ts';
import { createUpstream } from './upstream/client.ts';

export interface OpenOptions {
  /** The URL of the real service before `/v1`, such as `https://staging.example.com`. */
  readonly upstream: string;
  /** The settings of the emulator that a proxy supports. */
  readonly settings: Settings;
  /** The budget for create requests in US dollars. Without a budget, the proxy forwards no creates. */
  readonly budget?: number | undefined;
  /** The file to which each create is written before it is forwarded. Default: one file per upstream, in `.standin/` */
  readonly spendLog?: string | undefined;
  /** Allows a private address and unencrypted HTTP for the upstream. Default: `false` */
  readonly allowPrivate?: boolean | undefined;
  /** The timeout in seconds for an upstream that sends no data. Default: `120` */
  readonly timeoutSeconds?: number | undefined;
  /** Checks each response against the API document, without extra requests. Default: `false` */
  readonly check?: boolean | undefined;
}

/** The results of a proxy, and its end. */
export interface ProxyRun {
  /** The path of the spend log, or undefined without a budget. */
  readonly spendLog: string | undefined;
  /** Returns the spending on create requests so far, in US dollars. */
  readonly spending: () => Spending;
  /** Returns the results of `check` so far, or undefined if the proxy does not check responses. */
  readonly checked: () => Checked | undefined;
  /** Waits for responses in flight, closes all sockets, and completes the spend log. */
  readonly close: () => Promise<void>;
}

export interface OpenedProxy extends ProxyRun {
  readonly engine: Engine;
}

const TIMEOUT_SECONDS = 120;

/** Opens a proxy that does not listen yet. Throws a ProxyError or a SettingsError for a mistake of the user. */
export async function openProxy(options: OpenOptions): Promise<OpenedProxy> {
  const { allowPrivate = false, budget, timeoutSeconds = TIMEOUT_SECONDS } = options;
  const url = readUpstream(options.upstream, allowPrivate);
  if (!allowPrivate) await rejectPrivate(url);
  const settings = forProxy(options.settings);
  // Memory settings that do not fit together are rejected before the spend log is locked.
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

/** Creates the engine. It throws for rules and scenarios that a proxy does not support. */
function openEngine(settings: Settings, service: Service, spendGuard: SpendGuard): Engine {
  try {
    return createEngine(settings, undefined, service);
  } catch (cause) {
    spendGuard.abandon();
    throw cause;
  }
}

/** Loads the conformance kit, which is needed only if responses are checked. */
async function openChecking(): Promise<Checking> {
  const { createPassiveJudge } = await import('../conformance/passive/passive-judge.ts');
  return createChecking(createPassiveJudge());
}

/** Replaces settings of parts that the service owns: credits, time and generations. */
function forProxy(settings: Settings): Settings {
  const { store: _store, data: _data, handlers: _handlers, ...rest } = settings;
  return { ...rest, balance: 0, clock: 'real' };
}

/** Returns the default spend log. Each upstream has its own, so that a crashed run can continue. */
function defaultLog({ href }: URL): string {
  return join('.standin', `proxy-${createHash('sha256').update(href).digest('hex').slice(0, 12)}.jsonl`);
}
