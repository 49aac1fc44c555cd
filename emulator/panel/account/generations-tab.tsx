/** Shows the generations of an account: each with a timeline, and with buttons that move it. */

import { useState } from 'preact/hooks';
import { horizonOf, isEnd, movesFrom, NEXT_WORDS, type GenerationLine } from '../model/account-lines.ts';
import { commandsOn } from '../model/command.ts';
import { clockText, dollars, durationText, visibleText } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { CommandButton } from '../shared/run-command.tsx';
import { Button, Card, InputBox, Legend, StatusMark } from '../shared/parts.tsx';
import { keyOf, sendToApi } from '../shared/send.ts';
import type { AccountTabProps } from './read-account-page.ts';

export function GenerationsTab({ name, lines, total, now }: AccountTabProps) {
  const horizon = horizonOf(lines, now);
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
    <Card title="Generations">
      <div class="generation heads soft" aria-hidden="true">
        <span>Status</span>
        <span>Id</span>
        <span>Prompt</span>
        <span>
          Timeline, {durationText(horizon.to - horizon.from)} from {clockText(horizon.from).slice(11)}
        </span>
        <span class="number">Cost</span>
      </div>
      <ul>
        {lines.map((line) => (
          <Line key={line.generation.id} line={line} horizon={horizon} now={now} name={name} />
        ))}
      </ul>
      <Legend marks={now > horizon.to ? MARKS : { ...MARKS, now: 'now' }} />
      {total > lines.length && <p class="soft">and {total - lines.length} older ones</p>}
    </Card>
  );
}

const MARKS = { pending: 'pending', running: 'running', completed: 'completed', failed: 'failed' };

interface LineProps extends Pick<AccountTabProps, 'now' | 'name'> {
  readonly line: GenerationLine;
  readonly horizon: ReturnType<typeof horizonOf>;
}

function Line({ line, horizon, now, name }: LineProps) {
  const { generation, due } = line;
  const { id, status, prompt, cost_usd: cost, failure_code: code, failure_message: why, plan } = generation;
  const short = id.slice(0, 8);
  const shown = due ?? status;
  const isByInput = /^(image|audio|source)_/.test(code ?? '');
  const kind = code && (plan['failure'] !== undefined && !isByInput ? 'fault' : 'bad');
  const isUnseen = due !== null && isEnd(due);
  const isPolled = isUnseen && keyOf(name) !== '';
  const poll = (): void => void sendToApi({ account: name, method: 'GET', path: `/v1/videos/${id}` });
  return (
    <li>
      <div class="generation">
        <span class={isUnseen ? 'soft unseen' : 'soft'}>
          <StatusMark state={shown} kind={kind ?? 'bad'} />
          {nextWords(line)}
        </span>
        <code>{short}</code>
        <span class="prompt">
          {kind && <span class={`chip ${kind}`}>{code}</span>} <bdi>{visibleText(prompt)}</bdi>
        </span>
        <Life line={line} horizon={horizon} now={now} />
        <span class="number">
          {status === 'failed' ? [<s class="soft">{dollars(cost)}</s>, ' refunded'] : dollars(cost)}
        </span>
        <span class="number">
          {status === 'completed' && (
            <a href={linkTo('clip', { account: name, id })} aria-label={`Clip of ${short}`}>
              Clip
            </a>
          )}
          {isPolled && <Button label="Poll" look="small" name={`Poll ${short}`} onPress={poll} />}
          {!isPolled && !isEnd(status) && (
            <details>
              <summary aria-label={`Change status of ${short}`}>Change status …</summary>
              <Moves name={name} line={line} />
            </details>
          )}
        </span>
      </div>
      {isByInput && <p class="soft">{why}</p>}
    </li>
  );
}

/** Describes the next change of a generation. */
function nextWords({ due, changes: [next], goesBy, generation: { status } }: GenerationLine): string {
  if (isEnd(status)) return '';
  if (due !== null) return isEnd(due) ? ', but no client has polled it' : ` · last polled as ${status}`;
  return next === undefined ? ` · ${goesBy}` : ` · ${NEXT_WORDS[next.status]} in ${durationText(next.wait)}`;
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
          <rect key={from} class={status} x={at(from)} y="2" height="6" width={Math.max(at(end) - at(from), MARK)} />
        );
      })}
      {now <= horizon.to && <rect class="now" x={at(now) - 2} width="4" height="10" />}
    </svg>
  );
}

/** Shows the statuses that the generation can still reach. */
function Moves({ name, line }: Pick<LineProps, 'name' | 'line'>) {
  const [chosen, setChosen] = useState('');
  const { id, status } = line.generation;
  const moves = Object.fromEntries(
    movesFrom(status).map((to) => [`${to.status}${'failure' in to ? `: ${to.failure?.code}` : ''}`, to]),
  );
  const [first = ''] = Object.keys(moves);
  const move = moves[chosen] ?? moves[first];
  return (
    <div class="stack">
      <InputBox label="New status" value={chosen} onValue={setChosen} options={Object.keys(moves).map((to) => [to])} />
      {move && <CommandButton command={commandsOn(name).move(id, move)} of={id.slice(0, 8)} />}
    </div>
  );
}
