/**
 * One self-contained HTML file: summary, coverage of the requirements, timelines, latencies, and every check with its
 * exchanges.
 */

import type { Result } from '../../engine/judge.ts';
import type { Report } from '../../engine/report.ts';
import type { Exchange } from '../../client/exchange.ts';
import {
  answerText,
  byGate,
  countOf,
  differenceLines,
  headline,
  inOrder,
  openGroups,
  ORDER,
  promise,
} from '../words.ts';
import { repeatCommand } from '../repeat.ts';
import { cap, counted } from '../../text/lay-out.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';
import { coverageTable } from './coverage-table.ts';
import { latencyTable } from './latency.ts';
import { CONTENTS, FILTERS, SEARCH } from './find.ts';
import { STYLE } from './style.ts';
import { timelines } from './timeline.ts';

/** Bodies are cut here; the JSON report has them whole. */
const BODY_LIMIT = 1500;

export function htmlReport(report: Report): string {
  const { results, gates, problems, stopped } = report;
  const notes = [...(stopped === undefined ? [] : [stopped.reason]), ...problems.map(({ text }) => text)];
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>Conformance of ${escape(report.target)}</title><style>${STYLE}</style></head><body>`,
    `<h1>Conformance</h1><p>${headline(report).map(escape).join('<br>')}</p>`,
    aboutRun(report),
    CONTENTS,
    ...notes.map((note) => `<p class="note">${escape(note)}</p>`),
    summaryTable(report),
    brokenList(report),
    openList(results),
    `<h2 id="requirements">Requirements</h2>${coverageTable(results)}`,
    `<h2 id="generations">Generations over time</h2>${timelines(report)}`,
    `<h2 id="latency">Latency by operation</h2>${latencyTable(report.exchanges)}`,
    '<h2 id="checks">Checks</h2>',
    FILTERS,
    ...inOrder(results, gates).map((result) => checkBlock(report, result)),
    '<h2 id="exchanges">Exchanges</h2>',
    ...usedExchanges(report).map(exchangeBlock),
    SEARCH,
    '</body></html>',
    '',
  ].join('\n');
}

/** Only what the gates look at decides; the rest is below it. */
function summaryTable(report: Report): string {
  const { counted: gated, besides } = byGate(report);
  const names = ORDER.map((verdict) => `<th class="${countOf(gated, verdict) > 0 ? verdict : 'none'}">${verdict}</th>`);
  const row = (name: string, mark: string, results: readonly Result[]): string => {
    const cells = ORDER.map((verdict) => `<td data-${mark}="${verdict}">${countOf(results, verdict)}</td>`);
    return `<tr><th>${escape(name)}</th>${cells.join('')}<td data-${mark}="checks">${results.length}</td></tr>`;
  };
  const rows = [row(`required: ${report.gates.join(', ')}`, 'count', gated), row('not required', 'besides', besides)];
  return `<table class="counts"><tr><th></th>${names.join('')}<th>all</th></tr>${rows.join('')}</table>`;
}

/** When, by what and with which options. */
function aboutRun({ startedAt, version, target, options = {} }: Report): string {
  const rows = [
    ['server', target],
    ['begun', startedAt],
    ['kit', version],
    ...Object.entries(options).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  ];
  return `<dl class="about">${rows.map(([name = '', text = '']) => `<dt>${escape(name)}</dt><dd>${escape(text)}</dd>`).join('')}</dl>`;
}

/** A list of links to the broken promises, in front of the tables. */
function brokenList({ results, gates }: Report): string {
  const broken = inOrder(results, gates).filter(({ verdict }) =>
    ['harness-fault', 'fail', 'warning'].includes(verdict),
  );
  if (broken.length === 0) return '';
  const lines = broken.map((result) => {
    const { id, verdict, known } = result;
    const [where] = differenceLines(result);
    const got = where ?? `expected ${result.expected ?? ''}, got ${result.got ?? result.reason ?? ''}`;
    const note = known === undefined ? '' : ` (known: ${escape(known)})`;
    return `<li class="${verdict}"><b>${verdict}</b> <a href="#${escape(id)}">${escape(id)}</a>${note}<br>${escape(cap(got, 300))}</li>`;
  });
  return `<h2>Broken promises</h2><ul class="broken">${lines.join('')}</ul>`;
}

/** Untested checks, grouped by reason. */
function openList(results: readonly Result[]): string {
  const rows = openGroups(results).map(
    ({ reason, ids }) =>
      `<tr><td>${escape(reason)}</td><td>${ids.length}</td><td>${ids.map((id) => `<a href="#${escape(id)}">${escape(id)}</a>`).join(', ')}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<h2>Not tried or not answered</h2><details${rows.length <= 5 ? ' open' : ''}><summary>${counted(rows.length, 'reason')}</summary><table><tr><th>why</th><th>checks</th><th>which</th></tr>${rows.join('')}</table></details>`;
}

function checkBlock(report: Report, result: Result): string {
  const { id, verdict, proves, failing, expected, got, reason, value, known } = result;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['promised', promise(result)],
    ['proves', proves],
    ['a failing server', failing],
    ['expected', expected],
    ['got', got],
    ...differenceLines(result).map((line) => ['differs', line] as const),
    ['why', reason],
    ['observed', value],
    ['known', known],
  ];
  const shown = rows.flatMap(([name, text]) =>
    text === undefined ? [] : [`<dt>${name}</dt><dd>${escape(text)}</dd>`],
  );
  const links = result.exchanges.map((n) => `<a href="#exchange-${n}">${n}</a>`).join(' ');
  const isOpen = verdict === 'fail' && report.gates.length > 0 ? ' open' : '';
  return `<details class="check ${verdict}" id="${escape(id)}"${isOpen}><summary><b>${verdict}</b> ${escape(id)} <a class="here" href="#${escape(id)}" title="link to this check">#</a></summary><dl>${shown.join('')}<dt>exchanges</dt><dd>${links}</dd></dl></details>`;
}

/** Only exchanges that a result refers to; the JSON report has all of them. */
function usedExchanges({ exchanges, results }: Report): Exchange[] {
  const used = new Set(results.flatMap((result) => result.exchanges));
  return exchanges.filter(({ n }) => used.has(n));
}

function exchangeBlock(exchange: Exchange): string {
  const { n, probe, label, request, ms } = exchange;
  const title = `${n}. ${request.method} ${new URL(request.url).pathname} — ${probe}: ${label} (${Math.round(ms)} ms)`;
  const text = `${cap(repeatCommand(exchange, BODY_LIMIT), 2 * BODY_LIMIT)}\n\n${answerText(exchange, BODY_LIMIT)}`;
  return `<details id="exchange-${n}"><summary>${escape(title)}</summary><pre>${escape(text)}</pre></details>`;
}
