/** Explains why a request got its response, from the request's entry in the journal. */

import type { ScenarioView } from '../../control/routes/scenarios.ts';
import type { Entry } from '../../journal/entry.ts';
import { shellWord } from './command.ts';
import { ruleName, upstreamWords } from './requests.ts';
import { asObject } from './rule-json.ts';
import { clockText, dollars, durationText } from './texts.ts';

/** Returns the kept headers of a request, as sent. */
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
 * Returns a curl command that repeats the request. It reads the key from the environment, because the journal does not
 * keep keys. `-g` makes curl accept brackets in the path. `--data-raw` stops it from reading a file for a body that
 * begins with `@`.
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

/** Formats complete JSON with line breaks. Returns any other text unchanged. */
export function readable(text: string): string {
  const value = parsed(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Parses JSON. Returns undefined for other texts, for example if the JSON was cut. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Quotes a text as one shell word without expansions. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : shellWord(text);
}

/** Returns the cause of a response in one line: `injected by rate_limit_burst_then_ok, 2 of 3`. */
export function causeOf({ evaluations }: Entry, rule: string, scenarios: readonly ScenarioView[]): string {
  const { seen } = evaluations.find((evaluation) => evaluation.fired) ?? {};
  const limit = limitOf(rule, scenarios);
  return `injected by ${ruleName(rule)}${seen === undefined || limit === undefined ? '' : `, ${seen} of ${limit}`}`;
}

/** Returns the limit on requests of a scenario's rule, if it has one. */
function limitOf(rule: string, scenarios: readonly ScenarioView[]): number | undefined {
  const [, name, number = '1'] = /^(.+):(\d+)$/.exec(rule) ?? [];
  const { when } = asObject(scenarios.find((scenario) => scenario.name === name)?.rules[Number(number) - 1]);
  const { first } = asObject(when);
  return typeof first === 'number' ? first : undefined;
}

/** A fact about a request. */
export interface Fact {
  readonly kind: 'bad' | 'rest';
  readonly label: string;
  /** The value in the spelling of the API. */
  readonly value: string;
  readonly note?: string | undefined;
}

/** Returns the facts that explain a response, except the deciding rule. */
export function factsOf(entry: Entry, decisive: string | undefined): readonly Fact[] {
  const { at, real_at, ending, request, response, evaluations } = entry;
  const here = Date.parse(at);
  const isReplay = response.headers['idempotent-replayed'] !== undefined;
  return [
    ...(ending === 'answered' ? [] : [{ kind: 'bad', label: 'Ended', value: ending } as const]),
    ...errorFacts(entry),
    ...upstreamFacts(entry),
    ...(isReplay ? [toFact('Replay of', String(request.idempotency_key), 'The first response was sent again.')] : []),
    ...changeFacts(entry),
    ...(Math.abs(here - Date.parse(real_at)) < 1000 ? [] : [toFact('Account time', clockText(here))]),
    ...evaluations.flatMap(({ rule, fired, why }) =>
      fired || rule === decisive ? [] : [toFact('Did not fire', rule, why)],
    ),
  ];
}

function toFact(label: string, value: string, note?: string): Fact {
  return { kind: 'rest', label, value, note };
}

/** Returns the error of a response, or the failure in the record of a generation. */
function errorFacts({ code, status, response: { body } }: Entry): readonly Fact[] {
  const { code: failure, message } = asObject(asObject(parsed(body ?? ''))['error']);
  const shown = code ?? failure;
  if (typeof shown !== 'string') return [];
  const note = typeof message === 'string' ? message : undefined;
  return [{ kind: 'bad', label: status < 400 ? 'Failure' : 'Error', value: shown, note }];
}

/** Returns facts about the response of the service behind a proxy, with the promises that it breaks. */
function upstreamFacts({ upstream }: Entry): readonly Fact[] {
  if (upstream === null) return [];
  const { answer, status, ms, problem, warnings } = upstream;
  const came = status === null ? '' : `${status} after ${durationText(ms ?? 0)}`;
  return [
    toFact('Response from', upstreamWords(answer), [came, problem].filter(Boolean).join(', ')),
    ...warnings.map(({ check, why }) => ({ kind: 'bad', label: 'Broken promise', value: check, note: why }) as const),
  ];
}

function changeFacts({ changes }: Entry): readonly Fact[] {
  return changes.flatMap(({ generation, ledger }) => [
    ...(generation === null || generation.before === generation.after
      ? []
      : [toFact('Generation', `${generation.before ?? 'created'} → ${generation.after}`)]),
    ...(ledger === null ? [] : [toFact('Money', moneyWords(ledger))]),
  ]);
}

function moneyWords({ before, after }: NonNullable<Entry['changes'][number]['ledger']>): string {
  return (['balance', 'reserved', 'captured'] as const)
    .flatMap((part) => {
      const [from, to] = [before[`${part}_usd`], after[`${part}_usd`]];
      return from === to ? [] : [`${part} ${dollars(from)} → ${dollars(to)}`];
    })
    .join(', ');
}
