/** Reports of the kit and of auditions, read from their JSON, and two of one kind compared: what got worse first. */

import { asObject, type JsonObject } from './rule-schema.ts';

export type ReportKind = 'conformance' | 'audition';

/** One check of a server, or one case of a client. */
export interface ReportRow {
  /** A check's id; of a case the client and the scenario. */
  readonly id: string;
  readonly verdict: string;
  /** What it is about, and why the verdict is what it is. */
  readonly about: string;
  readonly why: string;
  /** Of an observation. */
  readonly value: string | undefined;
  /** A baseline or an expectation knows it. */
  readonly isKnown: boolean;
}

export interface OpenedReport {
  readonly kind: ReportKind;
  /** The server, or the clients. */
  readonly subject: string;
  readonly startedAt: string;
  readonly seconds: number;
  /** How many rows have each verdict, the worst first. */
  readonly counts: readonly (readonly [verdict: string, count: number])[];
  /** The worst first. */
  readonly rows: readonly ReportRow[];
  /** What the run says of itself: cut short, stopped, untestable. */
  readonly notes: readonly string[];
}

export interface ReportChange {
  readonly id: string;
  readonly kind: 'worse' | 'gone' | 'changed' | 'new' | 'better';
  readonly before: string;
  readonly after: string;
  readonly why: string;
}

/** Not a report, and why. */
class NoReport extends Error {
  override readonly name = 'NoReport';
}

const CONFORMANCE = 'standin-conformance-1';

/** Reads a report, whatever was dropped; throws NoReport where it is none. */
export function openReport(text: string): OpenedReport {
  const report = asObject(parsed(text));
  if (report['format'] === CONFORMANCE) return fromConformance(report);
  if (Array.isArray(report['clients']) && Array.isArray(report['leftOut'])) return fromAudition(report);
  const found =
    typeof report['format'] === 'string' ? `Its format is "${report['format'].slice(0, 40)}".` : 'It names no format.';
  throw new NoReport(
    `This is no report. ${found} Drop what \`standin conformance --report json=<file>\` or \`standin audition --report json=<file>\` wrote.`,
  );
}

/** What changed from one report to the other, regressions first. */
export function compareReports(before: OpenedReport, after: OpenedReport): ReportChange[] {
  if (before.kind !== after.kind)
    throw new NoReport(
      `One report is of a ${before.kind} run, the other of a ${after.kind} run: they have no check in common.`,
    );
  const old = new Map(before.rows.map((row) => [row.id, row]));
  const now = new Map(after.rows.map((row) => [row.id, row]));
  const ids = [...new Set([...old.keys(), ...now.keys()])];
  const changes = ids.flatMap((id) => changeOf(id, old.get(id), now.get(id)) ?? []);
  const rankOf = ({ kind, before: was, after: is }: ReportChange): number[] => [
    KINDS.indexOf(kind),
    badness(is),
    -badness(was),
  ];
  return changes.toSorted((a, b) => firstDifference(rankOf(a), rankOf(b)));
}

const KINDS: readonly ReportChange['kind'][] = ['worse', 'gone', 'changed', 'new', 'better'];

/** Verdicts and words of both kinds, the worst first; what was not seen stands between bad and good. */
const WORST_FIRST =
  'crashed hung broken fail harness-fault warning weak untestable inconclusive unreached unsupported not-applicable gave-up observed pass sound'.split(
    ' ',
  );

/** Whether a verdict is bad, undecided or good. */
export function toneOf(verdict: string): 'bad' | 'undecided' | 'good' {
  const rank = badness(verdict);
  return rank <= WORST_FIRST.indexOf('weak')
    ? 'bad'
    : rank <= WORST_FIRST.indexOf('not-applicable')
      ? 'undecided'
      : 'good';
}

function firstDifference(one: readonly number[], other: readonly number[]): number {
  return one.map((rank, at) => rank - (other[at] ?? 0)).find((step) => step !== 0) ?? 0;
}

function badness(verdict: string): number {
  const rank = WORST_FIRST.indexOf(verdict);
  return rank < 0 ? WORST_FIRST.indexOf('untestable') : rank;
}

function changeOf(id: string, before: ReportRow | undefined, after: ReportRow | undefined): ReportChange | undefined {
  const change = (kind: ReportChange['kind']): ReportChange => ({
    id,
    kind,
    before: before === undefined ? '' : wordOf(before),
    after: after === undefined ? '' : wordOf(after),
    why: after?.why ?? before?.about ?? '',
  });
  if (before === undefined) return change(toneOf(after?.verdict ?? '') === 'bad' ? 'worse' : 'new');
  if (after === undefined) return change('gone');
  if (before.verdict === after.verdict) return before.value === after.value ? undefined : change('changed');
  const step = badness(after.verdict) - badness(before.verdict);
  return change(
    toneOf(before.verdict) === toneOf(after.verdict) && toneOf(after.verdict) !== 'bad'
      ? 'changed'
      : step < 0
        ? 'worse'
        : 'better',
  );
}

function wordOf({ verdict, value }: ReportRow): string {
  return value === undefined ? verdict : `${verdict}: ${value}`;
}

function fromConformance(report: JsonObject): OpenedReport {
  const rows = objectsIn(report['results']).map((result): ReportRow => {
    const differs = objectsIn(result['differences']).map(
      ({ at, expected, got }) => `${text(at)}: ${text(expected)}, got ${text(got)}`,
    );
    const expected =
      text(result['expected']) === '' ? '' : `expected ${text(result['expected'])}, got ${text(result['got'])}`;
    return {
      id: text(result['id']),
      verdict: text(result['verdict']),
      about: text(result['proves']),
      why: [text(result['reason']), expected, ...differs].filter((part) => part !== '').join('; '),
      value: optionalText(result['value']),
      isKnown: result['known'] !== undefined,
    };
  });
  const { by, reason } = asObject(report['stopped']);
  const problems = objectsIn(report['problems']).map((problem) => text(problem['text']));
  const notes = by === undefined ? problems : [`The run was stopped by ${text(by)}: ${text(reason)}`, ...problems];
  return { kind: 'conformance', subject: text(report['target']), ...common(report, rows), notes };
}

function fromAudition(report: JsonObject): OpenedReport {
  const clients = objectsIn(report['clients']);
  const rows = clients.flatMap((client) =>
    objectsIn(client['cases']).map((one): ReportRow => {
      const missed = objectsIn(one['results']).flatMap(({ id, judgement }) => {
        const { kind, says } = asObject(judgement);
        return kind === 'missed' ? [`${text(id)}: ${text(says)}`] : [];
      });
      return {
        id: `${text(client['name'])} / ${text(one['scenario'])}`,
        verdict: text(one['word']),
        about: text(one['server']),
        why: [...missed, text(one['missing']), text(asObject(one['outcome'])['how'])]
          .filter((part) => part !== '')
          .join('; '),
        value: undefined,
        isKnown: one['known'] !== undefined,
      };
    }),
  );
  const untestable = clients.flatMap(({ name, untestable }) =>
    untestable === undefined ? [] : [`${text(name)}: ${text(untestable)}`],
  );
  const notes = [
    ...(report['isCutShort'] === true ? ['The run was cut short.'] : []),
    ...untestable,
    ...texts(report['stale']),
  ];
  return {
    kind: 'audition',
    subject: clients.map(({ name }) => text(name)).join(', '),
    ...common(report, rows),
    notes,
  };
}

function common(
  report: JsonObject,
  rows: readonly ReportRow[],
): Pick<OpenedReport, 'startedAt' | 'seconds' | 'rows' | 'counts'> {
  const sorted = rows.toSorted((a, b) => badness(a.verdict) - badness(b.verdict));
  const verdicts = [...new Set(sorted.map(({ verdict }) => verdict))];
  const counts = verdicts.map((verdict) => [verdict, rows.filter((row) => row.verdict === verdict).length] as const);
  return { startedAt: text(report['startedAt']), seconds: Number(report['seconds']) || 0, rows: sorted, counts };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new NoReport(`This is no JSON: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function objectsIn(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.map(asObject) : [];
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.map(text) : [];
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);
}

function optionalText(value: unknown): string | undefined {
  return value === undefined ? undefined : text(value);
}
