/** Explains why a request got its response, from the request's entry in the journal. */

import type { ScenarioView } from '../../control/routes/scenarios.ts';
import type { Entry } from '../../journal/entry.ts';
import { shellWord } from './command.ts';
import { asObject, parseJson, type JsonObject } from './json.ts';
import { ruleName, UPSTREAM_WORDS } from './requests.ts';
import { clockText, dollars, durationText } from './texts.ts';

/** Returns the kept headers of a request, as sent. */
export function requestHeaders({ request }: Pick<Entry, 'request'>): readonly (readonly [string, string])[] {
  const sent = KEPT.flatMap((field) => {
    const value = request[field];
    return value === null ? [] : [[field.replaceAll('_', '-'), value] as const];
  });
  return request.has_authorization ? [['authorization', 'Bearer (the key is not kept)'], ...sent] : sent;
}

const CONDITIONS = ['if_match', 'if_none_match', 'if_modified_since', 'if_unmodified_since'] as const;
const KEPT = ['content_type', 'idempotency_key', 'range', 'if_range', ...CONDITIONS, 'user_agent'] as const;

/**
 * Returns a curl command that repeats the request. It reads the key from the environment, because the journal does not
 * keep keys. `-g` makes curl accept brackets in the path. `--data-raw` stops it from reading a file for a body that
 * begins with `@`.
 */
export function toCurlAgain(entry: Pick<Entry, 'method' | 'path' | 'request'>, origin: string): string {
  const { method, path, request } = entry;
  const sent = requestHeaders(entry).filter(([name]) => name !== 'authorization' && name !== 'user-agent');
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
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Quotes a text as one shell word without expansions. */
function quoted(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : shellWord(text);
}

type Scenarios = readonly ScenarioView[];

/** Returns the cause of a response in one line: `injected by rate_limit_burst_then_ok, 2 of 3`. */
export function causeOf({ evaluations }: Entry, rule: string, scenarios: Scenarios): string {
  const { seen } = evaluations.find((evaluation) => evaluation.fired && evaluation.rule === rule) ?? {};
  const { first } = asObject(partsOf(rule, scenarios)['when']);
  const place = seen === undefined || typeof first !== 'number' ? '' : `, ${seen} of ${first}`;
  return `injected by ${ruleName(rule)}${place}`;
}

type Fired = Pick<Entry, 'status' | 'code' | 'faults'> & Partial<Pick<Entry, 'evaluations'>>;

const ENDS = ['drop', 'reset', 'cut', 'stall'];
/** The kinds of effects, from the most to the least visible effect. */
const KINDS = ['answer', ...ENDS, 'content', 'record', 'price', 'account', 'outcome', 'throttle', 'delay'];
/** The kinds that do not change a refused request. */
const UNUSED_BY_REFUSALS = new Set(['outcome', 'price', 'record', 'content']);

/** Returns the fired rule that set the response. The first answer acts, unless a rule ended the connection before. */
export function mainRule(fired: Fired, scenarios: Scenarios): string | undefined {
  const idle = idleRules(fired, scenarios);
  const kinds = fired.status === 503 && fired.code === null ? [...ENDS, ...KINDS] : KINDS;
  const rank = (rule: string): number => kinds.indexOf(kindOf(rule, fired, scenarios));
  return fired.faults.filter((rule) => !idle.includes(rule)).toSorted((a, b) => rank(a) - rank(b))[0];
}

/** Returns the fired rules, or no rules if none of them acted on the response. */
export function actingFaults(fired: Fired, scenarios: Scenarios): readonly string[] {
  return mainRule(fired, scenarios) === undefined ? [] : fired.faults;
}

/** Returns the fired rules without an effect: of a refused request, or because another rule acted first. */
export function idleRules(fired: Fired, scenarios: Scenarios): readonly string[] {
  const kinds = fired.faults.map((rule) => kindOf(rule, fired, scenarios));
  return fired.faults.filter((_, at) => {
    if (kinds[at] === 'answer') return kinds.indexOf('answer') < at;
    return fired.status >= 400 && UNUSED_BY_REFUSALS.has(kinds[at] ?? '');
  });
}

/** Returns the kind of the effect of a rule. A row of the list lacks the kinds of the account's own rules. */
function kindOf(rule: string, { status, evaluations = [] }: Fired, scenarios: Scenarios): string {
  const { kind = status < 400 ? '' : 'answer' } = asObject(partsOf(rule, scenarios)['effect']);
  return evaluations.find((one) => one.fired && one.rule === rule)?.kind ?? String(kind);
}

/** Returns the rule of a create that changed the plan of the generation, and the status that the rule holds. */
export function planOf({ faults }: Pick<Entry, 'faults'>, scenarios: Scenarios): { rule?: string; holds?: unknown } {
  const [rule = ''] = faults;
  // The effect of an account's own rule is unknown here.
  const { kind = 'outcome', stick } = asObject(partsOf(rule, scenarios)['effect']);
  return rule === '' || kind !== 'outcome' ? {} : { rule, holds: stick };
}

/** Returns the content of a rule of a scenario. Returns an empty object for a rule of the account. */
function partsOf(rule: string, scenarios: Scenarios): JsonObject {
  const [number = '1'] = /\d+$/.exec(rule.slice(ruleName(rule).length)) ?? [];
  return asObject(scenarioOf(rule, scenarios)?.rules[Number(number) - 1]);
}

/** Returns the scenario of a rule. Returns undefined for a rule of the account. */
export function scenarioOf(rule: string, scenarios: Scenarios): ScenarioView | undefined {
  return scenarios.find(({ name }) => name === ruleName(rule));
}

/** Returns the name of a rule, with its number only if its scenario has several rules. */
export function ruleTitle(rule: string, scenarios: Scenarios): string {
  return scenarioOf(rule, scenarios)?.rules.length === 1 ? ruleName(rule) : rule;
}

/** The name, the value and the explanation of a fact about a request. */
export interface Fact {
  readonly kind?: 'bad' | 'good' | 'fault' | 'soft';
  readonly label: string;
  /** The value in the spelling of the API. */
  readonly value: string;
  readonly note?: string | undefined;
}

/** Returns the facts that explain a response, without the rules that acted on the generation. */
export function factsOf(entry: Entry, acted: readonly string[], scenarios: Scenarios): readonly Fact[] {
  const { at, real_at, ending, request, response, evaluations } = entry;
  const facts: Fact[] = ending === 'answered' ? [] : [{ kind: 'bad', label: 'Ended', value: ending }];
  facts.push(...errorFacts(entry), ...upstreamFacts(entry));
  if (response.headers['idempotent-replayed'] !== undefined) {
    const note = 'The first response was sent again.';
    facts.push({ label: 'Replay of', value: String(request.idempotency_key), note });
  }
  for (const { generation, ledger } of entry.changes) {
    if (generation !== null && generation.before !== generation.after)
      facts.push({ label: 'Generation', value: `${generation.before ?? 'created'} → ${generation.after}` });
    if (ledger !== null) facts.push({ label: 'Money', value: moneyWords(ledger) });
  }
  const here = Date.parse(at);
  if (Math.abs(here - Date.parse(real_at)) >= 1000) facts.push({ label: 'Account time', value: clockText(here) });
  const idle = evaluations.filter(({ rule, fired }) => !fired && !acted.includes(rule));
  for (const { rule, why } of idle) {
    const note = `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
    facts.push({ label: 'Did not fire', value: ruleTitle(rule, scenarios), note });
  }
  return facts;
}

/** Returns the error of a response, or the failure in the record of a generation. */
function errorFacts({ code, status, response: { body } }: Entry): readonly Fact[] {
  const { code: failure, message } = asObject(asObject(parseJson(body ?? ''))['error']);
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
  const note = [came, problem].filter(Boolean).join(', ');
  const broken = warnings.map(({ check, why }): Fact => {
    return { kind: 'bad', label: 'Broken promise', value: check, note: why };
  });
  return [{ label: 'Response from', value: UPSTREAM_WORDS[answer], note }, ...broken];
}

function moneyWords({ before, after }: NonNullable<Entry['changes'][number]['ledger']>): string {
  const parts = (['balance', 'reserved', 'captured'] as const).flatMap((part) => {
    const [from, to] = [before[`${part}_usd`], after[`${part}_usd`]];
    return from === to ? [] : [`${part} ${dollars(from)} → ${dollars(to)}`];
  });
  return parts.join(', ');
}
