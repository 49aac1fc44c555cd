/**
 * One self-contained HTML file: the verdict, the things to fix and the money, then sections, generations, latencies,
 * and every case with its exchanges.
 */

import type { Result } from '../../engine/judge.ts';
import type { Report } from '../../engine/report.ts';
import type { Exchange } from '../../client/exchange.ts';
import { blocksOf, type Block } from '../blocks.ts';
import { runSummary, sectionRows } from '../summary.ts';
import { answerText, differenceLines, inOrder, openGroups, promise } from '../words.ts';
import { repeatCommand } from '../repeat.ts';
import { cap, counted } from '../../text/lay-out.ts';
import { htmlPage, proseHtml, tableOf } from '../../text/html-page.ts';
import { escapeXml as escape } from '../../text/safe-text.ts';
import { generationsTable, latencyTable } from './tables.ts';
import { FILTERS, SEARCH, STYLE } from './style.ts';

/** The limit for bodies. The JSON report has whole bodies. */
const BODY_LIMIT = 1500;

export function htmlReport(report: Report): string {
  const { word, text, spent, notes, problems, uncovered } = runSummary(report);
  const open = openGroups(report.results).map(({ reason, ids }) => [
    escape(reason),
    String(ids.length),
    ids.map(linkTo).join(', '),
  ]);
  const covers = uncovered.map(([flag, cases]) => [`<code>${escape(flag)}</code>`, cases]);
  const untested = `<details${open.length <= 5 ? ' open' : ''}><summary>${counted(open.length, 'reason')}</summary>${tableOf(['why', 'cases', 'which'], open)}</details>`;
  const byCase = inOrder(report.results, report).map((result) => caseHtml(report, result));
  const all: readonly (readonly [id: string, title: string, html: string])[] = [
    ['uncovered', 'Not covered by this run', covers.length === 0 ? '' : tableOf(['flag', 'covers'], covers)],
    ['untested', 'Not tested', open.length === 0 ? '' : untested],
    ['sections', 'All promises by section', tableOf(['Section', 'kept', 'broken', 'not tested'], sectionRows(report))],
    ['run', 'About this run', aboutRun(report)],
    ['generations', 'Generations', generationsTable(report.exchanges)],
    ['latency', 'Latency by operation', latencyTable(report.exchanges)],
    ['cases', 'Cases', [FILTERS, ...byCase].join('\n')],
    ['exchanges', 'Exchanges', usedExchanges(report).map(exchangeBlock).join('\n')],
  ];
  const parts = all.filter(([, , html]) => html !== '');
  const body = [
    `<h1 class="${report.exitCode === 0 ? 'pass' : 'fail'}"><b>${word}</b> ${escape(text)}</h1>`,
    `<p class="soft">${escape(spent)}</p>`,
    ...notes.map((note) => `<p>${escape(note)}</p>`),
    ...problems.map((problem) => `<p class="note">${escape(problem)}</p>`),
    `<nav>${parts.map(([id, title]) => `<a href="#${id}">${title}</a>`).join(' ')}</nav>`,
    ...blocksOf(report).map((block) => blockHtml(report, block)),
    ...parts.map(([id, title, html]) => `<h2 id="${id}">${title}</h2>\n${html}`),
    SEARCH,
  ];
  const title = `Conformance of ${report.target}`;
  return htmlPage({ title, command: 'conformance', style: STYLE, body });
}

/** Renders one thing to fix, with its consequences. */
function blockHtml(report: Report, { word, promise, count, isRed, cases, rows, follows }: Block): string {
  const last = report.exchanges.find(({ n }) => n === cases[0].exchanges.at(-1));
  const listed = rows.map(({ name, id, text }): [string, string] => [
    name,
    [...(id === undefined ? [] : [linkTo(id)]), ...(text === '' ? [] : [proseHtml(text)])].join(': '),
  ]);
  const consequences = follows.map(
    ([title, ids]) =>
      `<details><summary>${title} (${ids.length})</summary><p>${ids.map(linkTo).join(', ')}</p></details>`,
  );
  return [
    `<section class="block ${isRed ? 'fail' : 'warning'}">`,
    `<h2><b class="word">${escape(word)}</b> ${escape(promise.id)} <small>${count}</small></h2>`,
    termsOf(listed),
    last === undefined ? '' : `<pre>${escape(exchangeText(last))}</pre>`,
    ...consequences,
    '</section>',
  ].join('\n');
}

function linkTo(id: string): string {
  return `<a href="#${escape(id)}">${escape(id)}</a>`;
}

/** Returns the time, the version and the options of the run. */
function aboutRun({ startedAt, version, target, options }: Report): string {
  const facts = Object.entries({ server: target, begun: startedAt, kit: version, ...options });
  return termsOf(facts.map(([name, value]) => [escape(name), escape([value].flat().join(', '))]));
}

/** Renders terms with their HTML. A term that repeats is shown once. */
function termsOf(rows: readonly (readonly [term: string, html: string])[]): string {
  const pairs = rows.map(([term, html], at) => `<dt>${term === rows[at - 1]?.[0] ? '' : term}</dt><dd>${html}</dd>`);
  return `<dl>${pairs.join('')}</dl>`;
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
  const shown = rows.flatMap(([name, text]) => (text === undefined ? [] : [[name, proseHtml(text)] as const]));
  const links = result.exchanges.map((n) => `<a href="#exchange-${n}">${n}</a>`).join(' ');
  const isOpen = verdict === 'fail' && report.gates.length > 0 ? ' open' : '';
  return `<details class="check ${verdict}" id="${escape(id)}"${isOpen}><summary><b class="word">${verdict}</b> ${escape(id)} <a class="here" href="#${escape(id)}" title="link to this case">#</a></summary>${termsOf([...shown, ['exchanges', links]])}</details>`;
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
