/** Runs a proxy from the command line: its output and its exit status. */

import type { Checked, OpenedProxy, Spending } from '../../proxy/commands.ts';
import { settingsFrom } from '../settings-flags.ts';
import { exitSoon, untilSignal } from '../signals.ts';
import { expectEnoughFiles, explainListening, loggedOnTerminal } from '../start-emulator.ts';
import { type Terminal, UsageError } from '../terminal.ts';

type Flags = Readonly<Record<string, unknown>>;

/** The exit statuses with `--check`, as in `standin conformance`: a broken promise, and no checked responses. */
const BROKEN = 1;
const UNTESTABLE = 3;

/** Starts the proxy, waits for a signal, and prints the spending and the verdict. Returns the exit status. */
export async function runProxy(flags: Flags, terminal: Terminal): Promise<number> {
  const { upstream, budget, profile, spendLog, allowPrivate, timeout, check, json = false, ...rest } = flags;
  const { respelled, SettingsError } = await import('../../emulator/commands.ts');
  await expectEnoughFiles();
  const { openProxy, ProxyError } = await import('../../proxy/commands.ts');
  try {
    const { settings, spelled } = await settingsFrom(rest, terminal);
    const proxy = await openProxy({
      upstream: String(upstream),
      settings: loggedOnTerminal(
        typeof profile === 'string' ? { ...settings, prices: await pricesOf(profile) } : settings,
        json === true,
        terminal,
      ),
      budget: typeof budget === 'number' ? budget : undefined,
      spendLog: typeof spendLog === 'string' ? spendLog : undefined,
      allowPrivate: allowPrivate === true,
      timeoutSeconds: typeof timeout === 'number' ? timeout : undefined,
      check: check === true,
    }).catch((cause: unknown) => {
      throw cause instanceof SettingsError ? new UsageError(respelled(cause, spelled).message) : cause;
    });
    const listening = await proxy.engine
      .listen()
      .catch((cause: unknown) => Promise.reject(explainListening(cause, settings)));
    const signaled = untilSignal();
    const url = `${listening.url}${settings.basePath}`;
    const ready = { url, control_url: `${listening.url}/_standin/`, pid: process.pid, upstream: String(upstream) };
    terminal.stdout.write(`${json === true ? JSON.stringify(ready) : bannerOf(url, String(upstream), proxy)}\n`);
    await signaled;
    return await end(proxy, json === true, terminal);
  } catch (cause) {
    throw cause instanceof ProxyError || cause instanceof SettingsError ? new UsageError(cause.message) : cause;
  }
}

async function end(proxy: OpenedProxy, json: boolean, terminal: Terminal): Promise<number> {
  await proxy.close();
  const spending = proxy.spending();
  const checked = proxy.checked();
  const text = json
    ? JSON.stringify({ ...toJson(spending), ...(checked !== undefined && { checked }) })
    : ['', spentText(spending), ...checkedLines(checked)].join('\n');
  terminal.stdout.write(`${text}\n`);
  exitSoon(terminal);
  if (checked === undefined) return 0;
  if (checked.broken.length > 0) return BROKEN;
  return checked.judged === 0 ? UNTESTABLE : 0;
}

async function pricesOf(file: string) {
  const { loadProfile, ProfileError, readProfile } = await import('../../conformance/index.ts');
  try {
    const { prices } = readProfile(await loadProfile(file, {}, {}));
    if (prices === undefined)
      throw new UsageError(`--profile: ${file} has no prices. Add the field "prices" to the file.`);
    return prices;
  } catch (cause) {
    throw cause instanceof ProfileError ? new UsageError(`--profile: ${cause.message}`) : cause;
  }
}

function bannerOf(url: string, upstream: string, { spending, spendLog }: OpenedProxy): string {
  const { budget, spent, uncertain } = spending();
  const before = spent + uncertain > 0 ? `; the interrupted last run spent ${inDollars(spent + uncertain)}` : '';
  return [
    `Standin forwards ${url} to ${upstream}`,
    '',
    budget === undefined
      ? '  budget  none: create requests are not forwarded (set --budget <usd>)'
      : `  budget  ${inDollars(budget)}${before}`,
    ...(spendLog === undefined ? [] : [`  log     ${spendLog}`]),
  ].join('\n');
}

function spentText({ budget, spent, uncertain, creates }: Spending): string {
  if (budget === undefined) return 'Spent: $0.00 (no budget).';
  const perhaps = uncertain > 0 ? `, and up to ${inDollars(uncertain)} more for creates without a response` : '';
  const many = creates === 1 ? '1 create' : `${creates} creates`;
  return `Spent: ${inDollars(spent)} of ${inDollars(budget)} for ${many}${perhaps}.`;
}

function checkedLines(checked: Checked | undefined): string[] {
  if (checked === undefined) return [];
  const { judged, broken } = checked;
  if (judged === 0) return ['Judged: no responses.'];
  const answers = judged === 1 ? '1 response' : `${judged} responses`;
  if (broken.length === 0) return [`Judged: ${answers}. The service broke no promise of the API document.`];
  return [
    `Judged: ${answers}. The service broke ${broken.length} of the promises of the API document.`,
    ...broken.map(({ check, times, why }) => `  ${check} (${times}x): ${why}`),
  ];
}

function toJson({ budget, spent, uncertain, creates }: Spending): object {
  return { budget_usd: budget ?? null, spent_usd: spent, uncertain_usd: uncertain, creates };
}

function inDollars(usd: number): string {
  return `$${usd.toFixed(2)}`;
}
