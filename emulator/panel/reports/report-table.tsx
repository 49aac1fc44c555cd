/** The rows of a report, and what changed between two. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { toneOf, type ReportChange, type ReportRow } from '../model/report.ts';
import { DataTable } from '../shared/data-table.tsx';

const AT_ONCE = 100;

/** The worst first, found by text. */
export function ReportTable({ rows }: { readonly rows: readonly ReportRow[] }): VNode {
  const [text, setText] = useState('');
  const [most, setMost] = useState(AT_ONCE);
  const wanted = text.trim().toLowerCase();
  const found = rows.filter((row) =>
    [row.id, row.verdict, row.about, row.why].some((part) => part.toLowerCase().includes(wanted)),
  );
  return (
    <>
      <label>
        Only what has this text
        <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} />
      </label>
      <p role="status" class="soft">
        {wanted === '' ? '' : `${found.length} of ${rows.length}`}
      </p>
      <DataTable
        name="Rows of the report"
        heads={['Verdict', 'Check', 'About', 'Why']}
        rows={found
          .slice(0, most)
          .map((row) => [
            { shown: row.isKnown ? `${row.verdict} (known)` : row.verdict, look: toneClass(row.verdict) },
            { shown: <code>{row.id}</code> },
            row.about,
            row.value === undefined ? row.why : `${row.value} ${row.why}`,
          ])}
      />
      {found.length > most ? (
        <button type="button" onClick={() => setMost(most + AT_ONCE)}>
          Show more of {found.length}
        </button>
      ) : null}
    </>
  );
}

/** Regressions first. */
export function ChangesTable({ changes }: { readonly changes: readonly ReportChange[] }): VNode {
  const worse = changes.filter(({ kind }) => kind === 'worse').length;
  return (
    <>
      <p class={worse > 0 ? 'bad' : 'good'}>
        <strong>{worse === 0 ? 'Nothing got worse.' : `${worse} got worse.`}</strong> {changes.length - worse} other
        changes.
      </p>
      <DataTable
        name="Changes"
        heads={['Change', 'Check', 'Before', 'After', 'Why']}
        rows={changes.map(({ id, kind, before, after, why }) => [
          { shown: kind, look: kind === 'worse' ? 'bad' : kind === 'better' ? 'good' : '' },
          { shown: <code>{id}</code> },
          before,
          after,
          why,
        ])}
      />
    </>
  );
}

function toneClass(verdict: string): string {
  return { bad: 'bad', undecided: 'warn', good: 'good' }[toneOf(verdict)];
}
