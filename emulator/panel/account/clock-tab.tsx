/** The clock of an account: freeze it, resume it, speed it up, move it. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { ClockChangeView, ClockView, TimeEventView } from '../../control/view-schemas.ts';
import { nextEventAt, toLines } from '../model/account-lines.ts';
import { commandsOn } from '../model/command-account.ts';
import { clockText, dollars } from '../model/money-text.ts';
import { CommandButton } from '../shared/command-button.tsx';
import type { Doing } from '../shared/do-command.ts';
import { NumberBox } from '../shared/inputs.tsx';
import type { AccountTabProps } from './account-tab-props.ts';

const UNITS: readonly (readonly [word: string, seconds: number])[] = [
  ['seconds', 1],
  ['minutes', 60],
  ['hours', 3600],
  ['days', 86_400],
];

/** Everything that moves the clock, and what the last move caused. */
export function ClockTab({ name, account: { clock }, now, lines, doing }: AccountTabProps): VNode {
  const [passed, setPassed] = useState<readonly TimeEventView[]>();
  const on = commandsOn(name);
  // After a move, the account is read again a moment later; the next event counts from the move.
  const [moved, setMoved] = useState({ from: '', to: now });
  const from = moved.from === clock.now ? moved.to : now;
  const generations = lines.map(({ generation }) => generation);
  const next = nextEventAt(toLines(generations, from), from);
  const tell = (answer: unknown): void => {
    const change = answer as ClockChangeView;
    setPassed(change.events);
    setMoved({ from: clock.now, to: Date.parse(change.clock.now) });
  };
  const common = { doing, onDone: tell };
  return (
    <>
      <p class="big">
        <time>{clockText(now)}</time>{' '}
        <span class="soft">
          {MODES[clock.mode]}
          {clock.mode === 'scaled' ? `, ${clock.rate} × real time` : ''}
        </span>
      </p>
      <div class="tools">
        {clock.mode === 'frozen' ? (
          <CommandButton command={on.setClock('Resume', 'x1')} {...common} />
        ) : (
          <CommandButton command={on.setClock('Freeze', 'frozen')} {...common} />
        )}
        <CommandButton command={on.setClock('Real time', 'real')} {...common} isDisabled={clock.mode === 'real'} />
        <CommandButton command={on.advanceTo(next ?? '')} {...common} isDisabled={next === null} />
        <CommandButton command={on.runUntilIdle()} {...common} isDisabled={next === null} />
      </div>
      <MoveForms name={name} {...common} />
      {passed === undefined ? null : <Passed events={passed} />}
    </>
  );
}

interface FormsProps {
  readonly name: string;
  readonly doing: Doing;
  readonly onDone: (answer: unknown) => void;
}

function MoveForms({ name, ...common }: FormsProps): VNode {
  const [rate, setRate] = useState(60);
  const [amount, setAmount] = useState(1);
  const [unit, setUnit] = useState(3600);
  const on = commandsOn(name);
  const stay = (event: Event): void => event.preventDefault();
  return (
    <>
      <form class="tools" onSubmit={stay}>
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
        <CommandButton
          command={on.advance(amount * unit)}
          {...common}
          isDisabled={Number.isNaN(amount)}
          look="main"
          isSubmit
        />
      </form>
      <form class="tools" onSubmit={stay}>
        <NumberBox label="Speed (×)" value={rate} onValue={setRate} />
        <CommandButton
          command={on.setClock('Set speed', `x${rate}`)}
          {...common}
          isDisabled={Number.isNaN(rate)}
          isSubmit
        />
      </form>
    </>
  );
}

const MODES: Record<ClockView['mode'], string> = {
  real: 'real time (same as this machine)',
  scaled: 'running',
  frozen: 'frozen',
};

const MOST_SHOWN = 20;

/** The events of the time that was skipped. */
function Passed({ events }: { readonly events: readonly TimeEventView[] }): VNode {
  if (events.length === 0) return <p class="soft">Nothing was due in that time.</p>;
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
      return `${event.id.slice(0, 8)} ${VERBS[event.to]}${event.settled ? '' : '; your app will see it on its next poll'}`;
    case 'capture':
    case 'refund':
      return `${event.type} of ${dollars(event.amount_usd)} for ${event.id.slice(0, 8)}`;
    case 'idempotency_expired':
      return `the Idempotency-Key of ${event.id.slice(0, 8)} can be used again`;
    case 'rate_refilled':
      return `the rate limit of ${event.operation} is full again`;
  }
}

const VERBS = { pending: 'is pending', running: 'started running', completed: 'completed', failed: 'failed' } as const;
