/**
 * One self-contained HTML file: the verdict, the things to fix and the money, then sections, timelines, latencies, and
 * every case with its exchanges.
 */

import type { Result } from '../../engine/judge.ts';
import type { Report } from '../../engine/report.ts';
import type { Exchange } from '../../client/exchange.ts';
import { blocksOf, casesText, expectedAndGot, requestLines, wordOf, type Block } from '../blocks.ts';
import { exploredTexts, historyText, runSummary, sectionRows, uncoveredBy } from '../summary.ts';
import { answerText, differenceLines, inOrder, openGroups, promise } from '../words.ts';
import { repeatCommand } from '../repeat.ts';
import { cap, counted } from '../../text/lay-out.ts';
import { htmlPage } from '../../text/html-page.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';
import { latencyTable, timelines } from './charts.ts';
import { CONTENTS, FILTERS, SEARCH, STYLE } from './style.ts';

/** The limit for bodies. The JSON report has whole bodies. */
const BODY_LIMIT = 1500;

export function htmlReport(report: Report): string {
  const { results, problems, stopped } = report;
  const { word, text, spent } = runSummary(report);
  const history = historyText(report);
  const notes = [...(stopped === undefined ? [] : [stopped.reason]), ...problems.map((problem) => problem.text)];
  const body = [
    `<h1 class="${report.exitCode === 0 ? 'pass' : 'fail'}"><b>${word}</b> ${escape(text)}</h1>`,
    `<p class="soft">${escape(spent)}</p>`,
    ...exploredTexts(report).map((line) => `<p>${escape(line)}</p>`),
    ...(history === undefined ? [] : [`<p>${escape(history)}</p>`]),
    ...notes.map((note) => `<p class="note">${escape(note)}</p>`),
    CONTENTS,
    ...blocksOf(report).map((block) => blockHtml(report, block)),
    uncoveredList(report),
    openList(results),
    `<h2 id="sections">Promises by section</h2>${sectionTable(report)}`,
    aboutRun(report),
    `<h2 id="generations">Generations over time</h2>${timelines(report)}`,
    `<h2 id="latency">Latency by operation</h2>${latencyTable(report.exchanges)}`,
    '<h2 id="cases">Cases</h2>',
    FILTERS,
    ...inOrder(results, report).map((result) => caseHtml(report, result)),
    '<h2 id="exchanges">Exchanges</h2>',
    ...usedExchanges(report).map(exchangeBlock),
    SEARCH,
  ];
  const title = `Conformance of ${report.target}`;
  return htmlPage({ title, command: 'conformance', style: STYLE, body });
}

/** Renders one thing to fix, with its consequences. */
function blockHtml(report: Report, block: Block): string {
  const { example, finding, promise, others, isRed } = block;
  const rows: readonly (readonly [string, string])[] = [
    ['promised', `${promise.text} (${promise.source})`],
    ['expected', example.expected ?? example.reason ?? ''],
    ['got', example.got ?? ''],
    ...requestLines(example).map((line) => ['got for', line] as const),
    ...differenceLines(example).map((line) => ['differs', line] as const),
    finding.fix === undefined ? ['mistake', example.failing] : ['fix', finding.fix],
  ];
  const last = report.exchanges.find(({ n }) => n === example.exchanges.at(-1));
  const also = others.map(
    (other) => `<dt>also</dt><dd>${linkTo(other.id)}: ${escape(cap(expectedAndGot(other, report), 300))}</dd>`,
  );
  return [
    `<section class="block ${isRed ? 'fail' : 'warning'}">`,
    `<h2><b class="word">${escape(wordOf(block, report))}</b> ${escape(promise.id)} <small>${casesText(block, report)}</small></h2>`,
    `<dl>${rows.map(([name, text]) => `<dt>${name}</dt><dd>${escape(text)}</dd>`).join('')}<dt>case</dt><dd>${linkTo(example.id)}</dd>${also.join('')}</dl>`,
    last === undefined ? '' : `<pre>${escape(exchangeText(last))}</pre>`,
    followList('Follows from this', finding.failed),
    followList('Not tested because of this', finding.blocked),
    '</section>',
  ].join('\n');
}

function followList(title: string, ids: readonly string[]): string {
  if (ids.length === 0) return '';
  return `<details><summary>${title} (${ids.length})</summary><p>${ids.map(linkTo).join(', ')}</p></details>`;
}

function linkTo(id: string): string {
  return `<a href="#${escape(id)}">${escape(id)}</a>`;
}

function sectionTable(report: Report): string {
  const rows = sectionRows(report).map(([title, ...counts]) => {
    const cells = counts.map((count) => `<td>${count}</td>`);
    return `<tr><td>${escape(title)}</td>${cells.join('')}</tr>`;
  });
  return `<table><tr><th>Section</th><th>kept</th><th>broken</th><th>not tested</th></tr>${rows.join('')}</table>`;
}

function uncoveredList(report: Report): string {
  const rows = uncoveredBy(report).map(
    ({ give, text }) => `<tr><td><code>${escape(give)}</code></td><td>${text}</td></tr>`,
  );
  return rows.length === 0
    ? ''
    : `<h2 id="uncovered">Not covered by this run (add the flag to cover it)</h2><table>${rows.join('')}</table>`;
}

/** Returns the time, the version and the options of the run. */
function aboutRun({ startedAt, version, target, options }: Report): string {
  const rows = [
    ['server', target],
    ['begun', startedAt],
    ['kit', version],
    ...Object.entries(options).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]),
  ];
  return `<dl class="about">${rows.map(([name = '', text = '']) => `<dt>${escape(name)}</dt><dd>${escape(text)}</dd>`).join('')}</dl>`;
}

/** Lists the cases that were not tested, grouped by reason. */
function openList(results: readonly Result[]): string {
  const rows = openGroups(results).map(
    ({ reason, ids }) =>
      `<tr><td>${escape(reason)}</td><td>${ids.length}</td><td>${ids.map(linkTo).join(', ')}</td></tr>`,
  );
  if (rows.length === 0) return '';
  return `<h2 id="untested">Not tested</h2><details${rows.length <= 5 ? ' open' : ''}><summary>${counted(rows.length, 'reason')}</summary><table><tr><th>why</th><th>cases</th><th>which</th></tr>${rows.join('')}</table></details>`;
}

function caseHtml(report: Report, result: Result): string {
  const { id, verdict, proves, failing, expected, got, reason, value, known, since } = result;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['promised', promise(result)],
    ['proves', proves],
    ['typical mistake', failing],
    ['expected', expected],
    ['got', got],
    ...differenceLines(result).map((line) => ['differs', line] as const),
    ['why', reason],
    ['observed', value],
    ['known', known],
    ['since', since],
  ];
  const shown = rows.flatMap(([name, text]) =>
    text === undefined ? [] : [`<dt>${name}</dt><dd>${escape(text)}</dd>`],
  );
  const links = result.exchanges.map((n) => `<a href="#exchange-${n}">${n}</a>`).join(' ');
  const isOpen = verdict === 'fail' && report.gates.length > 0 ? ' open' : '';
  return `<details class="check ${verdict}" id="${escape(id)}"${isOpen}><summary><b class="word">${verdict}</b> ${escape(id)} <a class="here" href="#${escape(id)}" title="link to this case">#</a></summary><dl>${shown.join('')}<dt>exchanges</dt><dd>${links}</dd></dl></details>`;
}

/** Returns the exchanges to which a result refers. The JSON report has all exchanges. */
function usedExchanges({ exchanges, results }: Report): Exchange[] {
  const used = new Set(results.flatMap((result) => result.exchanges));
  return exchanges.filter(({ n }) => used.has(n));
}

function exchangeBlock(exchange: Exchange): string {
  const { n, probe, label, request, ms } = exchange;
  const title = `${n}. ${request.method} ${new URL(request.url).pathname} — ${probe}: ${label} (${Math.round(ms)} ms)`;
  return `<details id="exchange-${n}"><summary>${escape(title)}</summary><pre>${escape(exchangeText(exchange))}</pre></details>`;
}

function exchangeText(exchange: Exchange): string {
  return `${cap(repeatCommand(exchange, BODY_LIMIT), 2 * BODY_LIMIT)}\n\n${answerText(exchange, BODY_LIMIT)}`;
}
