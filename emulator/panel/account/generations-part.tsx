/** The generations of an account, each with a line on its clock and the ways to move it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { failuresFrom, horizonOf, movesFrom, type GenerationLine } from '../model/account-lines.ts';
import { commandsOn } from '../model/command-account.ts';
import type { GenerationMove } from '../../control/routes/generations.ts';
import { durationText } from '../model/duration-text.ts';
import { linkTo } from '../router.ts';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { useDoing, type Doing } from '../shared/do-command.ts';
import { Empty } from '../shared/empty.tsx';
import { clockText, dollars } from '../model/money-text.ts';

interface GenerationsPartProps {
  readonly name: string;
  readonly reload: () => void;
  readonly lines: readonly GenerationLine[];
  readonly total: number;
  readonly now: number;
}

/** The newest first. */
export function GenerationsPart({ name, reload, lines, total, now }: GenerationsPartProps): VNode {
  const doing = useDoing(reload);
  const horizon = horizonOf(lines, now);
  return (
    <Card id="generations" title="Generations">
      {lines.length === 0 ? (
        <Empty title="There is no generation yet.">
          <p>One begins with the first create that your app sends with the key of this account.</p>
        </Empty>
      ) : null}
      <DoneNote doing={doing} />
      <ul class="lines">
        {lines.map((line) => (
          <li key={line.generation.id}>
            <Line line={line} horizon={horizon} now={now} account={name} />
            <Moves name={name} line={line} doing={doing} />
          </li>
        ))}
      </ul>
      {total > lines.length ? <p class="soft">and {total - lines.length} older ones</p> : null}
    </Card>
  );
}

interface LineProps {
  readonly line: GenerationLine;
  readonly horizon: { readonly from: number; readonly to: number };
  readonly now: number;
  readonly account: string;
}

const WIDTH = 1000;

function Line({ line, horizon, now, account }: LineProps): VNode {
  const { generation, spans, due, untilNext, goesBy } = line;
  const { id, status, prompt, cost_usd: cost, failure_code: code, failure_message: why } = generation;
  const at = (ms: number): number => ((ms - horizon.from) / (horizon.to - horizon.from)) * WIDTH;
  const told = spans.map((span) => `${span.status} from ${clockText(span.from)}`).join(', ');
  return (
    <>
      <p class="line-head">
        <span class={`status ${status}`}>{status}</span>
        {code === null ? null : <span class="bad">{code}</span>} <code>{id.slice(0, 8)}</code>
        <span class="prompt">{prompt}</span>
        <span class="number">{dollars(cost)}</span>
        <a href={linkTo('clip', { account, id })} aria-label={`Clip of ${id.slice(0, 8)}`}>
          Clip
        </a>
      </p>
      <svg class="line" viewBox={`0 0 ${WIDTH} 10`} preserveAspectRatio="none" role="img" aria-label={told}>
        {spans.map((span) => (
          <rect
            key={span.from}
            class={span.status}
            x={at(span.from)}
            y="2"
            height="6"
            width={Math.max(at(span.to ?? horizon.to) - at(span.from), 0)}
          />
        ))}
        <rect class="now" x={at(now) - 1} y="0" width="2" height="10" />
      </svg>
      {why === null ? null : <p>{why}</p>}
      <p class="soft">
        {due === null ? '' : `The next poll finds it ${due}. `}
        {untilNext === null ? '' : `Next change in ${durationText(untilNext)} of the clock. `}
        {movesFrom(status).length === 0 ? '' : `Goes on ${goesBy}.`}
      </p>
    </>
  );
}

/** Buttons for each status that it can still reach; a failure wants its code. */
function Moves({
  name,
  line: { generation },
  doing,
}: {
  readonly name: string;
  readonly line: GenerationLine;
  readonly doing: Doing;
}): VNode | null {
  const codes = failuresFrom(generation.status);
  const [chosen, setChosen] = useState('');
  const code =
    codes.find((one) => one.code === chosen) ?? codes.find((one) => one.code === 'generation_failed') ?? codes[0];
  const moves = movesFrom(generation.status);
  if (moves.length === 0) return null;
  const short = generation.id.slice(0, 8);
  const move = (to: GenerationMove): VNode => (
    <CommandButton key={to.status} command={commandsOn(name).move(generation.id, to)} doing={doing} of={short} />
  );
  return (
    <details>
      <summary>Move {short} by hand</summary>
      <div class="tools">
        {moves.map((status) => (status === 'failed' ? null : move({ status })))}
        <label>
          Failure code
          <select value={code?.code} onChange={(event) => setChosen(event.currentTarget.value)}>
            {codes.map((one) => (
              <option key={one.code} value={one.code} title={one.message}>
                {one.code}
              </option>
            ))}
          </select>
        </label>
        {move(code === undefined ? { status: 'failed' } : { status: 'failed', failure: { code: code.code } })}
      </div>
    </details>
  );
}
