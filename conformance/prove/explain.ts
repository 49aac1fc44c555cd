/** Shows a passing exchange beside a failing one, from the unchanged engine and from the mutant of a check. */

import type { Report } from '../index.ts';
import type { Selection } from './mutant.ts';
import { MUTANTS } from './mutants/mutants.ts';
import { openRunner } from './run/runner.ts';

const MOST = 600;

/**
 * Runs one check against a server that keeps the promise and a mutant that breaks it. Returns nothing without a mutant.
 */
export async function passingAndFailing(check: string): Promise<string | undefined> {
  const mutant = MUTANTS.find(({ killedBy }) => killedBy === check);
  if (mutant === undefined) return undefined;
  const alone = { ...mutant.selection, only: [check, ...(mutant.selection?.only ?? [])] };
  const runner = openRunner();
  try {
    const passing = (selection: Selection | undefined): ReturnType<typeof runner.run> =>
      runner.run({ ...mutant.keeper, selection, socket: mutant.socket });
    const tried = await passing(alone);
    // Some checks judge whole runs only.
    const selection = isUntestable(tried.report, check) ? mutant.selection : alone;
    const good = selection === alone ? tried : await passing(selection);
    const bad = await runner.run({ ...mutant, selection });
    return [
      'A server that passes:',
      ...witness(good.report, check),
      '',
      `A server that fails (it ${mutant.does}):`,
      ...witness(bad.report, check),
      '',
    ].join('\n');
  } finally {
    await runner.close();
  }
}

function isUntestable({ results }: Report, check: string): boolean {
  return results.some(({ id, verdict }) => id === check && verdict === 'untestable');
}

function witness(report: Report, check: string): string[] {
  const result = report.results.find(({ id }) => id === check);
  const n = result?.exchanges.at(-1);
  const exchange = report.exchanges.find((one) => one.n === n);
  if (result === undefined || exchange === undefined)
    return [`  ${result?.verdict ?? 'not run'} ${result?.reason ?? ''}`];
  const { request, response } = exchange;
  const lines = [
    `> ${request.method} ${new URL(request.url).pathname}`,
    ...request.headers.map(([name, value]) => `> ${name}: ${value}`),
    ...(request.body === undefined ? [] : [`> ${capped(request.body)}`]),
    `< ${response?.status ?? 'no answer'}`,
    ...(response?.headers ?? []).map(([name, value]) => `< ${name}: ${value}`),
    `< ${capped(response?.body.text ?? `(${response?.body.size ?? 0} bytes)`)}`,
    result.verdict === 'pass'
      ? 'pass'
      : `${result.verdict}: expected ${result.expected ?? ''}; got ${result.got ?? ''}`,
  ];
  return lines.map((line) => `  ${line}`);
}

function capped(text: string): string {
  return text.length <= MOST ? text : `${text.slice(0, MOST)}... (${text.length} characters)`;
}
