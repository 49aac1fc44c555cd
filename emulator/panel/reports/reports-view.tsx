/** Reports of the kit and of auditions: one opened, or two compared. Nothing of them leaves this page. */

import type { ComponentChildren, VNode } from 'preact';
import { useState } from 'preact/hooks';
import { problemText } from '../api.ts';
import { compareReports, openReport, type OpenedReport, type ReportChange } from '../model/report.ts';
import { Alert } from '../shared/alert.tsx';
import { Empty } from '../shared/empty.tsx';
import { ChangesTable, ReportTable } from './report-table.tsx';

interface NamedReport {
  readonly name: string;
  readonly report: OpenedReport;
}

/** A place to drop files on, and what they say. */
export function ReportsView(): VNode {
  const [opened, setOpened] = useState<readonly NamedReport[]>([]);
  const [problem, setProblem] = useState<string>();
  const open = async (files: readonly File[]): Promise<void> => {
    try {
      const read = await Promise.all(
        files.map(async (file) => ({ name: file.name, report: openReport(await file.text()) })),
      );
      setOpened((before) => [...before, ...read].slice(-2));
      setProblem(undefined);
    } catch (cause) {
      setProblem(problemText(cause));
    }
  };
  const [before, after] = opened;
  return (
    <>
      <DropZone onFiles={(files) => void open(files)}>
        {opened.length === 2 ? (
          <button type="button" onClick={() => setOpened(opened.toReversed())}>
            Swap the two
          </button>
        ) : null}
        {opened.length === 0 ? null : (
          <button type="button" onClick={() => setOpened([])}>
            Close {opened.length === 2 ? 'both' : 'it'}
          </button>
        )}
      </DropZone>
      <Alert text={problem} />
      {opened.length === 0 ? <HowTo /> : null}
      {before !== undefined && after !== undefined ? <Comparison before={before} after={after} /> : null}
      {opened.map((one, at) => (
        <Opened key={`${at} ${one.name}`} {...one} />
      ))}
    </>
  );
}

interface DropZoneProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ComponentChildren;
}

/** Takes files that are dropped, and those that are chosen. */
function DropZone({ onFiles, children }: DropZoneProps): VNode {
  const [isOver, setOver] = useState(false);
  const hover = (event: DragEvent, isThere: boolean): void => {
    event.preventDefault();
    setOver(isThere);
  };
  return (
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => hover(event, true)}
      onDragLeave={(event) => hover(event, false)}
      onDrop={(event) => {
        hover(event, false);
        onFiles([...(event.dataTransfer?.files ?? [])]);
      }}
    >
      <label>
        Drop a report here, or choose it; two are compared, the first being the one before
        <input
          type="file"
          accept="application/json,.json"
          multiple
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])]);
            event.currentTarget.value = '';
          }}
        />
      </label>
      <div class="tools">{children}</div>
    </div>
  );
}

function HowTo(): VNode {
  return (
    <Empty title="No report is open.">
      <p>Make one, then drop it here. It is read in this page and sent nowhere.</p>
      <pre tabIndex={0} aria-label="Commands that make a report">
        {
          'standin conformance https://staging.example.com --report json=report.json\nstandin audition --report json=audition.json -- ./my-client'
        }
      </pre>
    </Empty>
  );
}

function Comparison({ before, after }: { readonly before: NamedReport; readonly after: NamedReport }): VNode {
  const found = comparison(before.report, after.report);
  if (typeof found === 'string') return <Alert text={found} />;
  return (
    <section aria-labelledby="changes" class="card">
      <h2 id="changes">
        From {before.name} to {after.name}
      </h2>
      {found.length === 0 ? <p>Nothing changed.</p> : <ChangesTable changes={found} />}
    </section>
  );
}

function comparison(before: OpenedReport, after: OpenedReport): readonly ReportChange[] | string {
  try {
    return compareReports(before, after);
  } catch (cause) {
    return problemText(cause);
  }
}

function Opened({ name, report }: NamedReport): VNode {
  const { kind, subject, startedAt, seconds, counts, notes } = report;
  return (
    <section aria-label={name} class="card">
      <h2>{name}</h2>
      <p>
        {kind === 'conformance' ? 'Conformance of ' : 'Audition of '}
        <strong>{subject === '' ? 'nobody' : subject}</strong>, begun {startedAt}, {Math.round(seconds * 10) / 10} s
      </p>
      {notes.map((note, at) => (
        <p key={at} class="warn">
          {note}
        </p>
      ))}
      <p>{counts.map(([verdict, count]) => `${count} ${verdict}`).join(', ')}</p>
      <ReportTable rows={report.rows} />
    </section>
  );
}
