/** Why a request got its response: an entry of the journal, taken apart for the view. */

import type { ScenarioView } from '../../control/routes/scenarios.ts';
import type { Entry } from '../../journal/entry.ts';
import { shellWord } from './command.ts';
import { ruleName } from './requests.ts';
import { asObject } from './rule-json.ts';

/** Headers that were kept of the request, as they were sent. */
export function requestHeaders({ request }: Pick<Entry, 'request'>): readonly (readonly [string, string])[] {
  const sent = KEPT.flatMap((field) => {
    const value = request[field];
    return value === null ? [] : [[field.replaceAll('_', '-'), value] as const];
  });
  return request.has_authorization ? [[AUTHORIZATION, 'Bearer (the key is not kept)'], ...sent] : sent;
}

const AUTHORIZATION = 'authorization';
const KEPT = [
  'content_type',
  'idempotency_key',
  'range',
  'if_range',
  'if_match',
  'if_none_match',
  'if_modified_since',
  'if_unmodified_since',
  'user_agent',
] as const;

/**
 * The curl that sends the same again. The journal does not keep the key, so the command reads it from the environment.
 * `-g` and `--data-raw`: curl expands no brackets in the path, and reads no file for a body that begins with `@`.
 */
export function toCurlAgain(entry: Pick<Entry, 'method' | 'path' | 'request'>, origin: string): string {
  const { method, path, request } = entry;
  const sent = requestHeaders(entry).filter(([name]) => name !== AUTHORIZATION && name !== 'user-agent');
  const lines = [
    `curl -g -i${method === 'GET' ? '' : method === 'HEAD' ? 'I' : ` -X ${method}`} ${quoted(`${origin}${path}`)}`,
    ...(request.has_authorization ? ['-H "Authorization: Bearer $STANDIN_API_KEY"'] : []),
    ...sent.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(request.body === null ? [] : [`--data-raw ${quoted(request.body)}`]),
  ];
  return lines.join(' \\\n  ');
}

/** JSON with line breaks where it is whole; else the text as it is. */
export function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** One word of a shell, in which no shell reads anything. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : shellWord(text);
}

/** Returns the result of a request in one line: `injected by rate_limit_burst_then_ok, 2nd of 3`. */
export function headlineOf(
  entry: Pick<Entry, 'evaluations' | 'code'>,
  outcome: string | undefined,
  limit?: number,
): string {
  const fired = entry.evaluations.find((evaluation) => evaluation.fired);
  const what = outcome === undefined ? [] : [outcome];
  if (fired === undefined) return what.join('');
  const [, count] = /^request (\d+) that matches/.exec(fired.why) ?? [];
  const nth = count === undefined ? '' : `, ${ordinal(Number(count))}${limit === undefined ? '' : ` of ${limit}`}`;
  return [...what, `injected by ${ruleName(fired.rule)}${nth}`].join(', ');
}

/** How many requests a rule of a scenario acts on, if the scenario says so. */
export function limitOf(rule: string, scenarios: readonly ScenarioView[]): number | undefined {
  const [, name, number = '1'] = /^(.+):(\d+)$/.exec(rule) ?? [];
  const { when } = asObject(scenarios.find((scenario) => scenario.name === name)?.rules[Number(number) - 1]);
  const { first } = asObject(when);
  return typeof first === 'number' ? first : undefined;
}

export interface Sentence {
  /** `fired` for a rule that acted, `rest` for what did not matter. */
  readonly kind: 'fired' | 'bad' | 'change' | 'fact' | 'rest';
  readonly text: string;
}

const ORDER: readonly Sentence['kind'][] = ['bad', 'fired', 'change', 'fact', 'rest'];

/** The sentences of an explanation, the ones that decided first. The first sentence repeats the headline. */
export function toSentences(explanation: string): readonly Sentence[] {
  return explanation
    .split('\n')
    .slice(1)
    .map((text) => ({ text, kind: kindOf(text) }))
    .toSorted((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind));
}

function kindOf(text: string): Sentence['kind'] {
  if (/^Rule \S+ fired:/.test(text)) return 'fired';
  if (/^(The service broke the promise|The generation failed with)/.test(text)) return 'bad';
  if (/^(Generation .* (changed|was created)|Ledger in)/.test(text)) return 'change';
  return /^(Rule \S+ did not fire|The fault rule \S+ made|The engine took|The clock of|The request changed neither|The ledger did not)/.test(
    text,
  )
    ? 'rest'
    : 'fact';
}

function ordinal(count: number): string {
  const suffix = ['th', 'st', 'nd', 'rd'][count % 100 > 10 && count % 100 < 14 ? 0 : count % 10] ?? 'th';
  return `${count}${suffix}`;
}
