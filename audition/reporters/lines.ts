/** Lines that several formats share: an exchange in a line, the sorted verdicts, and the money. */

import { newInText, NEWEST_EDITION } from '../../conformance/engine/edition.ts';
import { counted } from '../../conformance/text/lay-out.ts';
import { dollarText } from '../../contract/prices.ts';
import { groupBy } from '../../lib/group-by.ts';
import { PATIENT_SECONDS } from '../cases/audition-case.ts';
import { recordStatus, secondsText } from '../checks/attempts.ts';
import type { ClientCheck } from '../checks/client-check.ts';
import { CLIENT_CHECKS } from '../checks/client-checks.ts';
import type { ClientRequest } from '../evidence/case-evidence.ts';
import {
  isRed,
  statusText,
  type AuditionReport,
  type CaseVerdict,
  type ClientReport,
} from '../judge/audition-report.ts';
import { WORDS } from '../judge/case-verdict.ts';

/** A check that a client missed in a case, with the reason. */
export interface Miss {
  readonly check: ClientCheck;
  /** Whether the check counts in the edition of the run. */
  readonly isCounted: boolean;
  /** A space and the reason in parentheses if the check does not count, and otherwise nothing. */
  readonly note: string;
  readonly says: string;
  /** The sentence that the check rests on, with its source. */
  readonly rule: string;
  /** The behavior of a correct client. */
  readonly remedy: string;
  /** The smallest evidence, with at most three exchanges. */
  readonly exchanges: readonly ReturnType<typeof exchangeLine>[];
}

const MOST_EXCHANGES = 3;
/** The checks of the worst mistake: a wrong file that passes for the clip. */
const WORST = new Set(['delivered-file-is-the-clip', 'nothing-appended-after-200', 'changed-etag-starts-anew']);

/** Ranks the worst mistakes first, then musts, then shoulds, and checks that do not count last. */
function rankOf(miss: Miss): number {
  if (!miss.isCounted) return 3;
  return isGrave(miss) ? (WORST.has(miss.check.id) ? 0 : 1) : 2;
}

/** Returns the missed checks of a case, the gravest first. */
export function missesOf({ results, requests }: CaseVerdict): Miss[] {
  const misses = results.flatMap(({ id, isCounted, judgement }): Miss[] => {
    const check = CLIENT_CHECKS.find((candidate) => candidate.id === id);
    if (check === undefined || judgement.kind !== 'missed') return [];
    const { says, remedy = check.remedy, exchanges } = judgement;
    const wanted = new Set(exchanges.slice(0, MOST_EXCHANGES));
    const shown = requests.filter(({ seq }) => wanted.has(seq)).map(exchangeLine);
    const rule = `“${check.rests.sentence}” (${check.rests.source})`;
    const note = isCounted ? '' : ` (${newInText(check.since)})`;
    return [{ check, isCounted, note, says, rule, remedy, exchanges: shown }];
  });
  return misses.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** Returns whether a missed check makes a case broken: a must that counts. */
export function isGrave({ check, isCounted }: Miss): boolean {
  return isCounted && check.level === 'must';
}

/** Returns the name of a case: its scenario, and the label of a watched client. */
export function titleOf({ scenario, label }: CaseVerdict): string {
  return label === undefined ? scenario : `${scenario} (${label})`;
}

/** Returns how a client ended, and after how long. */
export function ranText({ how, ranMs }: CaseVerdict['outcome']): string {
  return `${how}, after ${(ranMs / 1000).toFixed(1)} s`;
}

/** Returns the reason why a case with a failing word does not fail the run. */
export function excuseOf(one: CaseVerdict): string | undefined {
  if (one.known !== undefined) return `expected: ${one.known}`;
  return isRed({ ...one, isCounted: !one.isCounted }) ? newInText(one.since) : undefined;
}

/** Returns the excuse of a case as a sentence, if it has an excuse. */
export function excuseLines(one: CaseVerdict): string[] {
  const excuse = excuseOf(one);
  return excuse === undefined ? [] : [`This does not fail the run (${excuse}).`];
}

/** Returns the observations of a case, by the id of the check. */
export function observedIn({ results }: CaseVerdict): { readonly id: string; readonly value: string }[] {
  return results.flatMap(({ id, judgement }) =>
    judgement.kind === 'observed' ? [{ id, value: judgement.value }] : [],
  );
}

/** Returns the cases that need attention, the worst first: wrong bytes, then by the precedence of words. */
export function worstFirst(cases: readonly CaseVerdict[]): CaseVerdict[] {
  const rank = (one: CaseVerdict): number => {
    const hasWrongFile = missesOf(one).some((miss) => rankOf(miss) === 0);
    return hasWrongFile ? -1 : WORDS.indexOf(one.word);
  };
  return cases.toSorted((a, b) => rank(a) - rank(b));
}

/** Returns an exchange as text: `POST /v1/videos` with its important details, and the response. */
export function exchangeLine(request: ClientRequest) {
  const { seq, method, path, range, ifRange, idempotencyKey, operation } = request;
  const key = idempotencyKey === null ? 'no Idempotency-Key' : `Idempotency-Key ${short(idempotencyKey)}`;
  const carries = [
    ...(idempotencyKey === null && operation !== 'create' ? [] : [key]),
    ...(range === null ? [] : [`Range ${range}`]),
    ...(ifRange === null ? [] : [`If-Range ${ifRange}`]),
  ];
  const sent = `${method} ${shortPath(path)}${carries.length === 0 ? '' : `  (${carries.join(', ')})`}`;
  /** The seconds after the first exchange of its case. */
  const when = secondsText(request.arrivedMs);
  return { seq, when, sent, answered: answerLine(request) };
}

function answerLine(request: ClientRequest): string {
  const { status, code, headers, end, bytesSent, operation } = request;
  const type = headers['content-type'] ?? '';
  const isOdd = operation === 'content' && status < 300 && !type.startsWith('video/');
  const after = headers['retry-after'];
  const wait = after === undefined ? undefined : `Retry-After: ${after}`;
  const parts = [status, code, isOdd ? type : null, recordStatus(request) ?? null, wait ?? null].filter(
    (part) => part !== null,
  );
  const size = `${bytesSent} bytes`;
  const how = {
    whole: '',
    broken: `, ended early after ${size}`,
    left: `, and the client disconnected after ${size}`,
    open: `, and ${size} so far`,
  }[end];
  return `${parts.join(' ')}${how}`;
}

/** Shortens an id in a path to its beginning, which identifies it. */
function shortPath(path: string): string {
  return path.replace(/([0-9a-f]{8})-[0-9a-f-]{27}/g, '$1…');
}

function short(text: string): string {
  return text.length <= 12 ? text : `${text.slice(0, 8)}…`;
}

/** Groups the cases by word, the worst word first. Words without a case are left out. */
export function countsOf(cases: readonly CaseVerdict[]) {
  const groups = WORDS.map((word) => ({ word, cases: cases.filter((one) => one.word === word) }));
  return groups.filter((group) => group.cases.length > 0);
}

/** Returns a row for each scenario: the cases of each client with this scenario. */
export function gridRows(clients: readonly ClientReport[]) {
  const names = [...new Set(clients.flatMap(({ cases }) => cases.map(({ scenario }) => scenario)))];
  return names.map((name) => ({
    name,
    cells: clients.map((client) => ({ client, cases: client.cases.filter(({ scenario }) => scenario === name) })),
  }));
}

/** Compares the cost in the ledger with the cost of a careful client. */
function moneyLines({ cases }: ClientReport): string[] {
  if (cases.every(({ outcome }) => outcome.end === 'not-observed')) return [];
  const counting = cases.filter(({ word }) => word !== 'untestable' && word !== 'unsupported' && word !== 'unreached');
  const sum = (of: (one: CaseVerdict) => number): number => counting.reduce((all, one) => all + of(one), 0);
  const [paid, careful, extra] = [sum((one) => one.paid), sum((one) => one.careful), sum((one) => one.extra)];
  const noun = counting.length === cases.length ? 'case' : 'judged case';
  const what = `${counted(counting.length, noun)}: a careful client pays ${dollarText(careful)}`;
  const isEqual = Math.abs(paid - careful) < 0.005;
  if (isEqual && extra === 0) return [`${what}. This client paid the same amount.`];
  const reasons = [
    ...(extra === 0 ? [] : [`created ${counted(extra, 'unwanted generation')}`]),
    ...(paid < careful && !isEqual ? ['did not deliver some clips'] : []),
  ];
  const why = reasons.length === 0 ? '' : ` It ${reasons.join(' and ')}.`;
  return [`${what}. This client paid ${dollarText(paid)}.${why}`];
}

/** Describes rounds, cases that ran twice, and cases that quick pace cannot judge. */
function pacingLines(client: ClientReport): string[] {
  const isPatient = ({ isSecond, deadlineSeconds }: CaseVerdict): boolean =>
    isSecond === true && deadlineSeconds === PATIENT_SECONDS;
  const groups: [string, (one: CaseVerdict) => boolean, string][] = [
    [
      'ran twice',
      (one) => one.isSecond === true && !isPatient(one),
      'The machine was busy, and the client aborted a request without an injected delay.',
    ],
    [
      `ran again with a deadline of ${PATIENT_SECONDS} s`,
      isPatient,
      'At the first deadline, a request had no response.',
    ],
    [
      'cannot be judged with --pace quick',
      ({ word, hasOnlyWaited }) => word === 'unreached' && hasOnlyWaited === true,
      'The client waited for a delayed response. Set the timeouts of the client to STANDIN_DEADLINE_SECONDS, or use --pace real.',
    ],
  ];
  const lines = groups.flatMap(([what, isIt, why]) => {
    const names = client.cases.filter(isIt).map(({ scenario }) => scenario);
    return names.length === 0 ? [] : [`These cases ${what}: ${names.join(', ')}. ${why}`];
  });
  return [...exploredLines(client), ...lines];
}

/** Returns everything that a report says beside its cases. */
export function reportNotes({ clients, stale, isCutShort }: AuditionReport): string[] {
  const ofClients = clients.flatMap((client) => {
    const { name, untestable } = client;
    const failed = `Driver self-test failed: ${untestable}. See docs/audition.md.`;
    const notes = untestable === undefined ? [...pacingLines(client), ...moneyLines(client)] : [failed];
    return notes.map((note) => (clients.length > 1 && !isCommand(note) ? `${name}: ${note}` : note));
  });
  return [
    ...ofClients,
    ...stale.map((line) => `No longer matches the expected verdict: ${line}.`),
    ...(isCutShort ? ['The run was interrupted. Cases that were not complete are omitted.'] : []),
  ];
}

/** Returns whether a note is a command. A command is not wrapped, so that it can be copied. */
export function isCommand(note: string): boolean {
  return note.startsWith('npx ');
}

/** Describes the rounds of an exploration, and each mistake with the command that replays it. */
function exploredLines({ explored, cases, command = '-- <client>' }: ClientReport): string[] {
  if (explored === undefined) return [];
  const pathOf = (name: string): string => cases.find(({ scenario }) => scenario === name)?.path ?? name;
  const { seed, rounds, played, unreached, unconfirmed, findings } = explored;
  const missed = unreached === 0 ? '' : ` In ${unreached} of these rounds, no fault reached the client.`;
  const dropped = `The mistakes of these rounds did not appear again, so they do not count: ${unconfirmed.join(', ')}.`;
  return [
    `Played ${played} of ${counted(rounds, 'round')} with seed ${seed}: ${counted(findings.length, 'mistake')}.${missed}`,
    ...(unconfirmed.length === 0 ? [] : [dropped]),
    ...findings.flatMap(({ scenario, check, round, rules, failed, runs, isShrunk }) => {
      const shrunk = isShrunk ? '' : ' The run ended early, so a smaller schedule may show the same mistake.';
      const found = `${check}: found in round ${round}, with ${counted(rules, 'rule')}. The scenario ${scenario} failed in ${failed} of ${counted(runs, 'run')}.${shrunk} Replay it:`;
      return [found, `npx --no-install standin audition --scenarios ${pathOf(scenario)} ${command}`];
    }),
  ];
}

/** Returns the result in one line. */
export function auditionHeadline(report: AuditionReport): string {
  const { clients, exitStatus, seconds, edition } = report;
  const cases = clients.flatMap((client) => client.cases);
  const pinned = edition === NEWEST_EDITION ? '' : ` Edition ${edition}.`;
  return `${judgedText(cases)}. Exit status ${exitStatus}: ${statusText(report)}.${pinned} ${seconds.toFixed(1)} s.`;
}

/** Returns `3 of 49 cases failed (2 hung, 1 broken); others: 46 sound`, or `49 cases: 49 sound`. */
function judgedText(cases: readonly CaseVerdict[]): string {
  const counts = (some: readonly CaseVerdict[]): string =>
    countsOf(some)
      .map(({ word, cases: { length } }) => `${length} ${word}`)
      .join(', ');
  const all = counted(cases.length, 'case');
  const [red, others] = [cases.filter(isRed), cases.filter((one) => !isRed(one))];
  if (red.length === 0) return cases.length === 0 ? all : `${all}: ${counts(cases)}`;
  const rest = others.length === 0 ? '' : `; others: ${counts(others)}`;
  return `${red.length} of ${all} failed (${counts(red)})${rest}`;
}

/** A missed check in the cases that show it. One mistake shows in many cases. */
export type Mistake = readonly [Shown, ...Shown[]];

interface Shown {
  readonly one: CaseVerdict;
  readonly miss: Miss;
}

/** Groups missed checks, the gravest first. */
export function mistakesOf(cases: readonly CaseVerdict[]): Mistake[] {
  const shown = cases.flatMap((one) => missesOf(one).map((miss) => ({ one, miss })));
  const groups = groupBy(shown, ({ miss: { check, remedy } }) => check.id + remedy);
  return [...groups.values()].toSorted(([a], [b]) => rankOf(a.miss) - rankOf(b.miss));
}
