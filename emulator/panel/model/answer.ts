/** Explains why a request got its response, from the request's entry in the journal. */

import type { ScenarioView } from '../../control/routes/scenarios.ts';
import type { Entry } from '../../journal/entry.ts';
import type { firedRules } from '../../journal/fired-rules.ts';
import { curlOf } from './command.ts';
import { asObject, parseJson } from './json.ts';
import { operationNoun, ruleName, UPSTREAM_WORDS } from './requests.ts';
import { capitalized, clockText, dollars, durationText } from './texts.ts';

/** Returns the kept headers of a request, as sent. */
export function requestHeaders({ request }: Pick<Entry, 'request'>): readonly (readonly [string, string])[] {
  const sent = Object.entries(request).flatMap(([field, value]) =>
    typeof value === 'string' && !NOT_SENT.test(field) ? [[field.replaceAll('_', '-'), value] as const] : [],
  );
  return request.has_authorization ? [['authorization', 'Bearer (not in the journal)'], ...sent] : sent;
}

/** The texts of a request that are not headers. The names of retry headers differ, so they are left out. */
const NOT_SENT = /^(body|prompt|retry)/;

/** Returns the headers that a repeated request sends again. */
export function repeatedHeaders(entry: Pick<Entry, 'request'>): readonly (readonly [string, string])[] {
  return requestHeaders(entry).filter(([name]) => name !== 'authorization' && name !== 'user-agent');
}

/** Returns a curl command that repeats the request. The journal does not contain the key. */
export function toCurlAgain(entry: Pick<Entry, 'method' | 'path' | 'request'>, origin: string): string {
  const { method, path, request } = entry;
  const secret = request.has_authorization && 'STANDIN_API_KEY';
  return curlOf({ method, url: origin + path, headers: repeatedHeaders(entry), body: request.body, secret });
}

/** Formats complete JSON with line breaks. Returns any other text unchanged. */
export function readable(text: string): string {
  const value = parseJson(text);
  return value === undefined ? text : JSON.stringify(value, null, 2);
}

/** Returns the scenario of a rule. Returns undefined for a rule of the account. */
export function scenarioOf(rule: string, scenarios: readonly ScenarioView[]): ScenarioView | undefined {
  return scenarios.find(({ name }) => rule.startsWith(`${name}:`));
}

/** Returns the cause of a response in one line: `injected by rate_limit_burst_then_ok, 2 of 3`. */
export function causeOf(entry: Entry, rule: string, scenarios: readonly ScenarioView[]): string {
  const { seen, kind } = entry.evaluations.find((one) => one.fired && one.rule === rule) ?? {};
  if (entry.is_aborted && kind !== 'answer') return `while ${ruleName(rule)} acted`;
  const { name = '', rules = [] } = scenarioOf(rule, scenarios) ?? {};
  const own = rules.find(({ id }, at) => (id ?? `${at + 1}`) === rule.slice(name.length + 1));
  const { first, after = 0, per } = asObject(own?.['when']);
  const place = seen && typeof first === 'number' ? `, ${seen - Number(after)} of ${first}` : '';
  const verb = kind === 'outcome' ? 'outcome set' : 'injected';
  return `${verb} by ${ruleName(rule)}${place}${place && per === 'generation' ? ' for this generation' : ''}`;
}

/** A request with the rules that fired. */
export interface Explained {
  readonly entry: Entry;
  readonly rules: ReturnType<typeof firedRules>;
}

/** The name, the value and the explanation of a fact about a request. */
export interface Fact {
  readonly kind?: 'bad' | 'good' | 'fault' | 'soft' | undefined;
  readonly label: string;
  /** The value in the spelling of the API. */
  readonly value: string;
  readonly note?: string | undefined;
}

/** Returns the facts that explain a response, without the rules that acted. */
export function factsOf({ entry, rules: { planned } }: Explained): readonly Fact[] {
  const { at, real_at, ending, request, response, evaluations } = entry;
  const end = entry.is_aborted ? 'by the client' : ending;
  const facts: Fact[] = end === 'answered' ? [] : [{ kind: 'bad', label: 'Ended', value: end }];
  facts.push(...errorFacts(entry), ...upstreamFacts(entry));
  const range = response.headers['content-range'];
  if (range) facts.push({ label: 'Range', value: range });
  if (response.headers['idempotent-replayed'] !== undefined) {
    facts.push({ label: 'Replay of', value: String(request.idempotency_key) });
  }
  for (const { generation, ledger } of entry.changes) {
    if (generation !== null && generation.before !== generation.after)
      facts.push({ label: 'Generation', value: `${generation.before ?? 'created'} → ${generation.after}` });
    if (ledger !== null) facts.push(...moneyFacts(ledger));
  }
  const here = Date.parse(at);
  if (Math.abs(here - Date.parse(real_at)) >= 1000) facts.push({ label: 'Account time', value: clockText(here) });
  for (const { rule, why } of evaluations.filter((one) => !one.fired && !planned.includes(one.rule))) {
    const note = `${capitalized(why.replaceAll(/\b(get|content)\b/g, operationNoun))}.`;
    facts.push({ label: 'Did not fire', value: ruleName(rule), note });
  }
  return facts;
}

/** Returns the error of a response, or the failure in the record of a generation. */
function errorFacts({ code, response: { body } }: Entry): readonly Fact[] {
  const { code: failure, message } = asObject(asObject(parseJson(body ?? ''))['error']);
  const shown = code ?? failure;
  if (typeof shown !== 'string') return [];
  const note = typeof message === 'string' ? message : undefined;
  return [{ kind: 'bad', label: code ? 'Error' : 'Failure', value: shown, note }];
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

function moneyFacts({ before, after }: NonNullable<Entry['changes'][number]['ledger']>): readonly Fact[] {
  const labels = { Balance: 'balance_usd', Reserved: 'reserved_usd', Charged: 'captured_usd' } as const;
  return Object.entries(labels).flatMap(([label, part]) => {
    const [from, to] = [before[part], after[part]];
    return from === to ? [] : [{ label, value: `${dollars(from)} → ${dollars(to)}` }];
  });
}
