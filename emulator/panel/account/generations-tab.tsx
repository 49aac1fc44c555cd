/** Shows the generations of an account: each with a timeline, and with buttons that move it. */

import type { ComponentChildren } from 'preact';
import { changeWords, failureKind, horizonOf, isEnd, movesFrom, type GenerationLine } from '../model/account-lines.ts';
import { commandsOn } from '../model/command.ts';
import { clockText, dollars, durationText, promptText } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { DataTable } from '../shared/data-table.tsx';
import { CommandButton } from '../shared/run-command.tsx';
import { Button, Card, Legend, StatusMark } from '../shared/parts.tsx';
import { keyOf, sendToApi } from '../shared/send.ts';
import type { AccountTabProps } from './read-account-page.ts';

export function GenerationsTab({ name, lines, total, now }: AccountTabProps) {
  const horizon = horizonOf(lines, now);
  const { from, to } = horizon;
  if (lines.length === 0)
    return (
      <Card title="No generations yet.">
        <p>
          <a class="button main" href={linkTo('account', { name, tab: 'send' })}>
            Send a create request
          </a>
        </p>
      </Card>
    );
  return (
    <Card title="Generations" lead={`The timelines show ${durationText(to - from)} from ${clockText(from).slice(11)}.`}>
      <Legend
        looks={[...new Set(lines.flatMap(({ spans }) => spans.map(({ status }) => status)))].map((one) => [one, one])}
      />
      <DataTable
        name="Generations"
        heads={['Status', 'Id', 'Prompt', 'Timeline', '#Cost', 'Action']}
        rows={lines.map((line) => toCells({ line, horizon, now, name }))}
        keys={lines.map(({ generation }) => generation.id)}
      />
      {total > lines.length && <p class="soft">and {total - lines.length} older ones</p>}
    </Card>
  );
}

interface LineProps extends Pick<AccountTabProps, 'now' | 'name'> {
  readonly line: GenerationLine;
  readonly horizon: ReturnType<typeof horizonOf>;
}

function toCells({ line, horizon, now, name }: LineProps): ComponentChildren[] {
  const { generation, due } = line;
  const { id, status, prompt, failure_code: code, failure_message: why } = generation;
  const { cost_usd: cost, refunded_usd: refund } = generation;
  const short = id.slice(0, 8);
  const kind = code && failureKind(generation);
  const link = code ? 'Why?' : 'Clip';
  const isUnseen = due !== null && isEnd(due);
  const isPolled = isUnseen && keyOf(name) !== '';
  const poll = (): void => void sendToApi({ account: name, method: 'GET', path: `/v1/videos/${id}` });
  return [
    <span class="soft">
      <StatusMark state={due ?? status} kind={kind ?? 'bad'} />
      {nextWords(line)}
    </span>,
    <code class="fixed">{short}</code>,
    <>
      {kind && <span class={`chip ${kind}`}>{code}</span>} <bdi>{promptText(prompt)}</bdi>
      {kind === 'bad' && <p class="soft">{why}</p>}
    </>,
    <Life line={line} horizon={horizon} now={now} />,
    refund > 0 ? `${dollars(refund)} refunded` : dollars(cost),
    isEnd(status) ? (
      <a href={linkTo('clip', { account: name, id })} aria-label={`${link} ${short}`}>
        {link}
      </a>
    ) : isPolled ? (
      <Button label="Poll" look="small" name={`Poll ${short}`} onPress={poll} />
    ) : (
      <details>
        <summary aria-label={`Change status of ${short}`}>Change status …</summary>
        <div class="row">
          {movesFrom(status).map((to) => (
            <CommandButton key={to} command={commandsOn(name).move(id, to)} of={short} look="small" />
          ))}
        </div>
      </details>
    ),
  ];
}

/** Describes the next change of a generation. */
function nextWords({ due, changes: [next], goesBy, generation: { status } }: GenerationLine): string {
  if (isEnd(status)) return '';
  if (due !== null) return ` · seen as ${status}`;
  return next === undefined ? ` · ${goesBy}` : ` · ${changeWords(next)}`;
}

/** The width of the mark for the end of a generation, in thousandths of the axis. */
const MARK = 20;

/** Draws the statuses of a generation on the clock of its account. */
function Life({ line: { spans }, horizon, now }: Omit<LineProps, 'name'>) {
  const at = (ms: number): number => ((ms - horizon.from) / (horizon.to - horizon.from)) * 1000;
  const told = spans.map((span) => `${span.status} from ${clockText(span.from)}`).join(', ');
  return (
    <svg class="life" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label={told}>
      {spans.map(({ status, from, to }) => {
        const end = to ?? (isEnd(status) ? from : now);
        return (
          <rect key={from} class={status} x={at(from)} y="2" height="6" width={Math.max(at(end) - at(from), MARK)}>
            <title>{status}</title>
          </rect>
        );
      })}
      {now <= horizon.to && <rect class="now" x={at(now) - 2} width="4" height="10" />}
    </svg>
  );
}
