/** The clock of an account: freeze it, let it go on, speed it up, move it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { nextEventAt, type GenerationLine } from '../model/account-lines.ts';
import { commandsOn } from '../model/command-account.ts';
import type { ClockView, TimeEventView } from '../../control/view-schemas.ts';
import { NumberBox } from '../shared/inputs.tsx';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { useDoing } from '../shared/do-command.ts';
import { clockText, dollars } from '../model/money-text.ts';

interface ClockPartProps {
  readonly name: string;
  readonly reload: () => void;
  readonly clock: ClockView;
  readonly now: number;
  readonly lines: readonly GenerationLine[];
}

const UNITS: readonly (readonly [word: string, seconds: number])[] = [
  ['seconds', 1],
  ['minutes', 60],
  ['hours', 3600],
  ['days', 86_400],
];

/** All that moves it. */
export function ClockPart({ name, reload, clock, now, lines }: ClockPartProps): VNode {
  const doing = useDoing(reload);
  const [rate, setRate] = useState(60);
  const [amount, setAmount] = useState(1);
  const [unit, setUnit] = useState(3600);
  const [passed, setPassed] = useState<readonly TimeEventView[]>();
  const on = commandsOn(name);
  const next = nextEventAt(lines, now);
  const tell = (answer: unknown): void => setPassed((answer as { events: TimeEventView[] }).events);
  return (
    <Card id="clock" title="Clock">
      <p>
        <time>{clockText(now)}</time>, {MODES[clock.mode]}
        {clock.mode === 'scaled' ? ` at ${clock.rate} times the usual pace` : ''}
      </p>
      <div class="tools">
        {clock.mode === 'frozen' ? (
          <CommandButton command={on.setClock('Go on', 'x1')} doing={doing} onDone={tell} />
        ) : (
          <CommandButton command={on.setClock('Freeze', 'frozen')} doing={doing} onDone={tell} />
        )}
        <CommandButton command={on.setClock('Real time', 'real')} doing={doing} onDone={tell} />
        {next === null ? null : <CommandButton command={on.advanceTo(next)} doing={doing} onDone={tell} />}
        <CommandButton command={on.runUntilIdle()} doing={doing} onDone={tell} />
      </div>
      <div class="tools">
        <NumberBox label="Times as fast" value={rate} onValue={setRate} />
        <CommandButton command={on.setClock('Speed up', `x${rate}`)} doing={doing} onDone={tell} />
      </div>
      <div class="tools">
        <NumberBox label="Advance by" value={amount} onValue={setAmount} />
        <label>
          Unit
          <select value={unit} onChange={(event) => setUnit(Number(event.currentTarget.value))}>
            {UNITS.map(([word, seconds]) => (
              <option key={word} value={seconds}>
                {word}
              </option>
            ))}
          </select>
        </label>
        <CommandButton command={on.advance(amount * unit)} doing={doing} onDone={tell} isMain />
      </div>
      <DoneNote doing={doing} />
      {passed === undefined ? null : <Passed events={passed} />}
    </Card>
  );
}

const MODES: Record<ClockView['mode'], string> = {
  real: 'as on this machine',
  scaled: 'running',
  frozen: 'frozen: it moves only when you move it',
};

const MOST_SHOWN = 20;

/** What the time between brought about. */
function Passed({ events }: { readonly events: readonly TimeEventView[] }): VNode {
  if (events.length === 0) return <p class="soft">Nothing happened in the time between.</p>;
  return (
    <ol class="events">
      {events.slice(0, MOST_SHOWN).map((event, at) => (
        <li key={at}>
          <time>{clockText(Date.parse(event.at))}</time> {wordsFor(event)}
        </li>
      ))}
      {events.length > MOST_SHOWN ? <li>and {events.length - MOST_SHOWN} more</li> : null}
    </ol>
  );
}

function wordsFor(event: TimeEventView): string {
  switch (event.type) {
    case 'generation':
      return `${event.id.slice(0, 8)} is ${event.to}${event.settled ? '' : ', which the next poll shows'}`;
    case 'capture':
    case 'refund':
      return `${event.type} of ${dollars(event.amount_usd)} for ${event.id.slice(0, 8)}`;
    case 'idempotency_expired':
      return `the Idempotency-Key of ${event.id.slice(0, 8)} is free again`;
    case 'rate_refilled':
      return `the rate of ${event.operation} is full again`;
  }
}
