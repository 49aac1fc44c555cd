/** One self-contained HTML file: the grid, and for each case its exchanges drawn to scale and its verdict. */

import { dollarText } from '../../../contract/prices.ts';
import { htmlPage, proseHtml } from '../../../conformance/text/html-page.ts';
import { escapeXml as escape } from '../../../conformance/text/safe-text.ts';
import { isRed, type AuditionReport, type CaseVerdict, type ClientReport } from '../../judge/audition-report.ts';
import {
  auditionHeadline,
  clientNotes,
  countsOf,
  excuseOf,
  gridRows,
  isGrave,
  missesOf,
  observedIn,
  uncountedNote,
  worstFirst,
  type Miss,
} from '../lines.ts';
import { BYTES_KEY, TIMELINE_KEY, WAIT, bytesOf, timelineOf } from './charts.ts';

/** The style rules of this report only. */
const STYLE = `
.hung, .crashed, .broken { color: var(--bad) }
.untestable, .gave-up, .weak { color: var(--fault) }
.unsupported, .unreached { color: var(--soft) }
.sound { color: var(--good) }
.grid a, .grid th { white-space: nowrap }
.grid .many a { display: inline-block; margin-right: 16px }
.case { padding: 4px 0 16px 16px; scroll-margin-top: 40px }
.chart { display: grid; gap: 0 12px; grid-template-columns: minmax(112px, max-content) minmax(0, 1fr); font-size: 12px; margin: 12px 0 }
.chart span { line-height: 18px; white-space: nowrap }
.chart .tick { stroke: var(--line) }
.key .hollow { background: none; border: 1px dashed; height: 6px; vertical-align: 2px }
@media (max-width: 480px) { .grid { font-size: 12px } .case { padding-left: 0 } }
`.trim();

export function htmlAudition(report: AuditionReport): string {
  const { clients, stale, leftOut, version, pace, edition, startedAt } = report;
  const left = leftOut.map(({ scenario, why }) => `<p><b>${escape(scenario)}</b> ${escape(why)}</p>`);
  const body = [
    `<h1>Audition</h1><p>${escape(auditionHeadline(report))}</p>`,
    `<p class="about">${escape(`standin ${version}, pace ${pace}, edition ${edition}, ${startedAt.slice(0, 16).replace('T', ' ')} UTC`)}</p>`,
    ...clients.map(noteOf),
    ...stale.map((line) => `<p class="note">No longer matches the expected verdict: ${escape(line)}</p>`),
    gridOf(clients),
    KEY,
    ...clients.flatMap((client) => worstFirst(client.cases).map((one) => caseOf(client, one, clients.length > 1))),
    ...(left.length === 0 ? [] : [`<h2>Not applicable</h2>${left.join('')}`]),
  ];
  return htmlPage({ title: 'Audition', command: 'audition', style: STYLE, body });
}

/** The meanings of the colors of the charts. */
const KEY = `<p class="key">${[...TIMELINE_KEY, ...BYTES_KEY]
  .map(([color, meaning]) => `<span><i style="background:${color}"></i>${meaning}</span>`)
  .concat(`<span><i class="hollow" style="color:${WAIT}"></i>Retry-After</span>`)
  .join('')}</p>`;

function noteOf(client: ClientReport): string {
  const { name, untestable } = client;
  if (untestable !== undefined) return `<p class="note">${escape(`${name} is untestable: ${untestable}`)}</p>`;
  return clientNotes(client)
    .map((line) => `<p>${escape(`${name}: ${line}`)}</p>`)
    .join('');
}

function idOf(client: string, { scenario, label = '' }: CaseVerdict): string {
  return encodeURIComponent(`${client}-${scenario}${label}`);
}

/** Shows the scenarios under each word for one client, and a grid of scenarios by clients for several. */
function gridOf(clients: readonly ClientReport[]): string {
  const [first, ...others] = clients;
  if (first === undefined || others.length > 0) return gridOfMany(clients);
  const rows = countsOf(first.cases).map(({ word, cases }) => {
    const links = cases.map((one) => `<a class="${word}" href="#${idOf(first.name, one)}">${escape(one.scenario)}</a>`);
    return `<tr><th><span class="word ${word}">${word}</span></th><td>${cases.length}</td><td class="many">${links.join(' ')}</td></tr>`;
  });
  return `<div class="grid"><table>${rows.join('')}</table></div>`;
}

function gridOfMany(clients: readonly ClientReport[]): string {
  const rows = gridRows(clients).map(({ name, cells }) => {
    const columns = cells.map(({ client, cases }) => {
      const links = cases.map((one) => `<a class="${one.word}" href="#${idOf(client.name, one)}">${one.word}</a>`);
      return `<td>${links.join(' ')}</td>`;
    });
    return `<tr><td>${escape(name)}</td>${columns.join('')}</tr>`;
  });
  const heads = clients.map(({ name }) => `<th>${escape(name)}</th>`);
  return `<div class="grid"><table><tr><th>scenario</th>${heads.join('')}</tr>${rows.join('')}</table></div>`;
}

function caseOf(client: ClientReport, one: CaseVerdict, isNamed: boolean): string {
  const { word, scenario, label, server, correct, missing, outcome, paid, careful } = one;
  const excuse = excuseOf(one);
  const title = `${isNamed ? `${client.name}: ` : ''}${scenario}${label === undefined ? '' : ` (${label})`}`;
  const facts = [
    `The server: ${server}`,
    `A correct client: ${correct}`,
    `This client: ${outcome.how}, after ${(outcome.ranMs / 1000).toFixed(1)} s. It paid ${dollarText(paid)}. A careful client pays ${dollarText(careful)}.`,
    ...(missing === undefined ? [] : [`Not triggered: ${missing}.`]),
    ...(excuse === undefined ? [] : [`This does not fail the run (${excuse}).`]),
  ];
  const seen = observedIn(one).map(({ id, value }) => `<tr><td>${escape(id)}</td><td>${escape(value)}</td></tr>`);
  return [
    `<details${isRed(one) ? ' open' : ''}>`,
    `<summary><b class="word ${word}">${word}</b> ${escape(title)}</summary>`,
    // A link to the content opens the case.
    `<div class="case" id="${idOf(client.name, one)}">`,
    ...facts.map((fact) => `<p>${escape(fact)}</p>`),
    timelineOf(one),
    bytesOf(one),
    ...missesOf(one).map(missBlock),
    seen.length === 0 ? '' : `<table>${seen.join('')}</table>`,
    '</div></details>',
  ].join('\n');
}

function missBlock(miss: Miss): string {
  const { check, says, remedy, exchanges } = miss;
  const lines = exchanges.map(({ seq, when, sent, answered }) => `${seq}. ${when}  ${sent}\n   -> ${answered}`);
  return [
    `<p><b class="${isGrave(miss) ? 'broken' : 'weak'}">${check.level}</b> <code>${check.id}</code>${uncountedNote(miss)}<br>${proseHtml(says)}</p>`,
    lines.length === 0 ? '' : `<pre>${escape(lines.join('\n'))}</pre>`,
    `<p>${escape(check.rests.source)}: “${proseHtml(check.rests.sentence)}”<br>Instead: ${proseHtml(remedy)}</p>`,
  ].join('\n');
}
