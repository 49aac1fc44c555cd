/** One self-contained HTML file: the grid, and for each case its exchanges drawn to scale and its verdict. */

import { dollarText } from '../../../contract/prices.ts';
import { htmlPage, tableOf } from '../../../conformance/text/html-page.ts';
import { escapeXml as escape } from '../../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict, type ClientReport } from '../../judge/audition-report.ts';
import {
  auditionHeadline,
  excuseLines,
  gridRows,
  isGrave,
  missesOf,
  observedIn,
  ranText,
  reportNotes,
  titleOf,
  worstFirst,
  type Miss,
} from '../lines.ts';
import { CHART_KEY, bytesOf, timelineOf } from './charts.ts';

/** The style rules of this report only. */
const STYLE = `
.hung, .crashed, .broken { color: var(--bad) }
.untestable, .gave-up, .weak { color: var(--fault) }
.unsupported, .unreached { color: var(--soft) }
.sound { color: var(--good) }
.grid a, .grid th { white-space: nowrap }
.case { padding: 4px 0 16px 16px; scroll-margin-top: 40px }
.chart { display: grid; gap: 0 12px; grid-template-columns: minmax(112px, max-content) minmax(0, 1fr); font-size: 12px; margin: 12px 0 }
.chart span { line-height: 18px; white-space: nowrap }
.chart .tick { stroke: var(--line) }
.key .hollow { background: none; border: 1px dashed; height: 6px; vertical-align: 2px }
@media (max-width: 480px) { .grid { font-size: 12px } .case { padding-left: 0 } }
`.trim();

export function htmlAudition(report: AuditionReport): string {
  const { clients, leftOut, version, pace, edition, startedAt } = report;
  const left = leftOut.map(({ scenario, why }) => `<p><b>${escape(scenario)}</b> ${escape(why)}</p>`);
  const isNamed = clients.length > 1;
  const body = [
    `<h1>Audition</h1><p>${escape(auditionHeadline(report))}</p>`,
    `<p class="about">${escape(`standin ${version}, pace ${pace}, edition ${edition}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC`)}</p>`,
    ...reportNotes(report).map((note) => `<p class="note">${escape(note)}</p>`),
    isNamed ? gridOf(clients) : '',
    CHART_KEY,
    ...clients.flatMap((client) => worstFirst(client.cases).map((one) => caseOf(client, one, isNamed))),
    ...(left.length === 0 ? [] : [`<h2>Not applicable</h2>${left.join('')}`]),
  ];
  return htmlPage({ title: 'Audition', command: 'audition', style: STYLE, body });
}

function idOf(client: ClientReport, { scenario, label = '' }: CaseVerdict): string {
  return encodeURIComponent(`${client.name}-${scenario}${label}`);
}

/** Links the cases of several clients. For one client, the list of its cases is enough. */
function gridOf(clients: readonly ClientReport[]): string {
  const rows = gridRows(clients).map(({ name, cells }) => [
    escape(name),
    ...cells.map(({ client, cases }) => cases.map((one) => linkTo(client, one)).join(' ')),
  ]);
  return `<div class="grid">${tableOf(['scenario', ...clients.map(({ name }) => escape(name))], rows)}</div>`;
}

function linkTo(client: ClientReport, one: CaseVerdict): string {
  return `<a class="${one.word}" href="#${idOf(client, one)}">${one.word}</a>`;
}

function caseOf(client: ClientReport, one: CaseVerdict, isNamed: boolean): string {
  const { word, server, correct, missing, outcome, paid, careful } = one;
  const facts = [
    `The server: ${server}`,
    `A correct client: ${correct}`,
    `This client: ${ranText(outcome)}. It paid ${dollarText(paid)}. A careful client pays ${dollarText(careful)}.`,
    ...(missing === undefined ? [] : [`Not triggered: ${missing}.`]),
    ...excuseLines(one),
  ];
  const seen = observedIn(one).map(({ id, value }) => [escape(id), escape(value)]);
  return [
    `<details${isRed(one) ? ' open' : ''}>`,
    `<summary><b class="word ${word}">${word}</b> ${escape(`${isNamed ? `${client.name}: ` : ''}${titleOf(one)}`)}</summary>`,
    // A link to the content opens the case.
    `<div class="case" id="${idOf(client, one)}">`,
    ...facts.map((fact) => `<p>${escape(fact)}</p>`),
    timelineOf(one),
    bytesOf(one),
    ...missesOf(one).map(missBlock),
    seen.length === 0 ? '' : tableOf(['observation', 'value'], seen),
    '</div></details>',
  ].join('\n');
}

function missBlock(miss: Miss): string {
  const { check, note, says, remedy, rule, exchanges } = miss;
  const lines = exchanges.map(({ seq, when, sent, answered }) => `${seq}. ${when}  ${sent}\n   -> ${answered}`);
  return [
    `<p><b class="${isGrave(miss) ? 'broken' : 'weak'}">${check.level}</b> <code>${check.id}</code>${note}<br>${escape(says)}</p>`,
    lines.length === 0 ? '' : `<pre>${escape(lines.join('\n'))}</pre>`,
    `<p>${escape(rule)}<br>Instead: ${escape(remedy)}</p>`,
  ].join('\n');
}
