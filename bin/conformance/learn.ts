/** Derives settings of the emulator from a report and verifies them: `standin conformance learn`. */

import { existsSync } from 'node:fs';
import type { Learned, NotImitated } from '../../conformance/index.ts';
import type { SettingsInput } from '../../emulator/index.ts';
import { objectIn, readJsonFile, tryToWrite, UNWRITTEN } from '../named-files.ts';
import { type Terminal, UsageError } from '../terminal.ts';
import { loadKit, readReportFile, type Kit } from './write.ts';

export interface LearnFlags {
  readonly out?: string;
  /** The settings that the command must not change. */
  readonly skip?: readonly string[];
}

type Observations = Readonly<Record<string, string>>;

const NOTHING = 3;

/** Derives and verifies settings, and writes or prints them. Returns the exit status. */
export async function learnFile(path: string, { out, skip = [] }: LearnFlags, terminal: Terminal): Promise<number> {
  const kit = await loadKit(terminal);
  const { stdout, stderr } = terminal;
  const judged = kit.judge(readReportFile(kit, path));
  const before = out === undefined ? {} : settingsIn(out);
  if (Object.keys(judged.observations).length === 0) {
    stderr.write('This report contains no observations. Run the kit without --only.\n');
    return NOTHING;
  }
  const learned = without(kit.learn(judged, await shownBy(kit, judged.observations, {})), skip);
  const shown = await shownBy(kit, judged.observations, learned.settings);
  const text = `${JSON.stringify({ ...before, ...learned.settings }, null, 2)}\n`;
  const summary = summaryOf(kit, { learned, observed: judged.observations, shown });
  if (out === undefined) {
    stderr.write(summary);
    stdout.write(text);
    return 0;
  }
  stdout.write(summary);
  if (!tryToWrite([{ path: out, text }], terminal)) return UNWRITTEN;
  stdout.write(`\nWritten to ${out}.\n`);
  return 0;
}

/** Reads the existing settings of the file, which are kept. */
function settingsIn(path: string): object {
  if (!existsSync(path)) return {};
  const problem = (why: string): string =>
    `${path}: ${why}, so the command did not change the file. Choose another file with --out.`;
  return readJsonFile(path, objectIn, problem);
}

function without({ settings, learned, kept }: Learned, skip: readonly string[]): Learned {
  const isKnown = (name: string): boolean => name in settings || kept.some(({ setting }) => setting === name);
  const unknown = skip.filter((name) => !isKnown(name));
  if (unknown.length > 0)
    throw new UsageError(`--skip: "${unknown.join(', ')}" is not a setting that this command can derive.`);
  return {
    settings: Object.fromEntries(Object.entries(settings).filter(([name]) => !skip.includes(name))),
    learned: learned.filter(({ setting }) => !skip.includes(setting)),
    kept,
  };
}

/** Returns the observations of an emulator with these settings, but without latency and limits. */
async function shownBy(kit: Kit, observed: Observations, settings: object): Promise<Observations> {
  const { createEmulator } = await import('../../emulator/index.ts');
  const given: SettingsInput = { ...settings, latency: 'instant', limits: 'off' };
  const emulator = createEmulator(given);
  try {
    const { url } = await emulator.listen({ port: 0 });
    const { keys = {}, triggers = {}, ...standin } = await kit.loadProfile('standin', {}, {});
    const cheapest = 4 * (given.prices?.withoutSources?.['480p'] ?? 0.12);
    const isTried = ({ id, from }: Kit['CHECKS'][number]): boolean =>
      observed[id] !== undefined && from.every(({ group }) => group === undefined);
    const report = await kit.run(`${url}${given.basePath ?? ''}`, {
      ...standin,
      keys: { ...keys, once: keys.once?.replace(/~balance-.*/, `~balance-${cheapest}`) },
      triggers: { failing: triggers.failing },
      timing: { ...standin.timing, pollSeconds: 0.01, patienceSeconds: 1 },
      prices: undefined,
      only: kit.CHECKS.filter(isTried).map(({ id }) => id),
    });
    return report.observations;
  } finally {
    await emulator.close();
  }
}

interface SummaryParts {
  readonly learned: Learned;
  readonly observed: Observations;
  readonly shown: Observations;
}

function summaryOf({ notImitated, plainLine }: Kit, { learned, observed, shown }: SummaryParts): string {
  const differing = notImitated(observed, shown);
  const tried = Object.keys(observed).filter((id) => shown[id] !== undefined);
  const other = differing.filter((one) => one.shown !== undefined);
  const untried = differing.filter((one) => one.shown === undefined);
  const width = Math.max(0, ...[...learned.learned, ...learned.kept].map(({ setting }) => setting.length)) + 2;
  const lines = [
    'Learned:',
    ...learned.learned.map(({ setting, value, from }) => `  ${setting.padEnd(width)}${valueText(value)} (${from})`),
    '',
    'The command did not derive these settings, so they keep their defaults:',
    ...learned.kept.map(({ setting, reason }) => `  ${setting.padEnd(width)}${reason}`),
    ...missingPrices(learned).map((line) => `  ${'prices'.padEnd(width)}${line}`),
    '',
    `Verified: an emulator with these settings matches the server in ${tried.length - other.length} of ${tried.length} observations.`,
    ...section('Cannot be imitated:', other),
    ...section(
      'Not verified. The observations below need many create requests, or need keys and files that only the original run had:',
      untried,
    ),
  ];
  return lines.map((line) => `${plainLine(line)}\n`).join('');
}

function section(title: string, rows: readonly NotImitated[]): string[] {
  const lines = rows.map(({ id, observed, shown, reason }) => {
    const other = shown === undefined ? '' : `; the emulator shows "${shown}"`;
    return `  ${id}: the server shows "${observed}"${other}. ${reason}`;
  });
  return rows.length === 0 ? [] : ['', title, ...lines];
}

function valueText(value: unknown): string {
  return typeof value === 'object' && value !== null ? `${Object.keys(value).length} entries` : JSON.stringify(value);
}

/** Returns a line with the price tiers that the run did not observe. */
function missingPrices({ settings }: Learned): string[] {
  const { prices } = settings as { readonly prices?: Readonly<Record<string, object>> };
  if (prices === undefined) return [];
  const missing = ['withoutSources', 'withSources'].flatMap((table) =>
    ['480p', '720p', '1080p'].filter((tier) => !(tier in (prices[table] ?? {}))).map((tier) => `${table} ${tier}`),
  );
  return missing.length === 0 ? [] : [`The run did not observe the price for: ${missing.join(', ')}.`];
}
