/** Controls the clock of an account: freeze, resume, speed up and move. */

import { useState } from 'preact/hooks';
import type { ClockChangeView, TimeEventView } from '../../control/view-schemas.ts';
import { changeWords, toLines } from '../model/account-lines.ts';
import { commandsOn } from '../model/command.ts';
import { clockText, dollars, LEDGER_WORDS } from '../model/texts.ts';
import { CommandButton } from '../shared/run-command.tsx';
import { Card, Facts, InputBox } from '../shared/parts.tsx';
import type { AccountTabProps } from './read-account-page.ts';

/** The seconds in each unit. */
const UNITS: Readonly<Record<string, number>> = { seconds: 1, minutes: 60, hours: 3600, days: 86_400 };
const SPEEDS = [
  ['Frozen', 'frozen'],
  ['Machine time', 'real'],
  ['Normal speed', 'x1'],
  ['60 × speed', 'x60'],
] as const;

export function ClockTab({ name, account: { clock }, now, generations }: AccountTabProps) {
  const on = commandsOn(name);
  const [amount, setAmount] = useState('1');
  const [unit, setUnit] = useState('hours');
  // Until the account is read again, the next event counts from the time after the move.
  const [moved, setMoved] = useState<{ readonly before: string; readonly change: ClockChangeView }>();
  const from = moved?.before === clock.now ? Date.parse(moved.change.clock.now) : now;
  const changes = toLines(generations, from).flatMap((line) => line.changes);
  const [next, ...others] = changes.toSorted((a, b) => a.wait - b.wait);
  const last = others.at(-1);
  const title = clock.mode === 'frozen' ? 'Account time (frozen)' : 'Account time';
  const onDone = (answer: unknown): void => setMoved({ before: clock.now, change: answer as ClockChangeView });
  return (
    <div class="parts">
      <Card title="Clock">
        <Facts look="sums" facts={{ [title]: clockText(from) }} />
        <div class="row segments" role="group" aria-label="Speed">
          {SPEEDS.map(([label, speed]) => (
            <CommandButton
              key={speed}
              command={on.setClock(label, speed)}
              onDone={onDone}
              look="quiet"
              aria-pressed={speed === clock.clock}
            />
          ))}
        </div>
        <p class="soft">Machine time is the time of this machine. The other speeds continue from the account time.</p>
      </Card>
      <Card title="Move the clock">
        <form class="row end">
          <InputBox type="number" required label="Advance by" value={amount} onValue={setAmount} />
          <InputBox label="Unit" value={unit} onValue={setUnit} options={Object.keys(UNITS).map((one) => [one])} />
          <CommandButton
            command={on.advance(Number(amount) * (UNITS[unit] ?? 1))}
            onDone={onDone}
            look="main"
            type="submit"
          />
        </form>
        <div class="row">
          <CommandButton
            command={on.advanceTo(new Date(next?.at ?? 0).toISOString())}
            onDone={onDone}
            disabled={!next}
          />
          <CommandButton command={on.runUntilIdle()} onDone={onDone} disabled={!next} />
        </div>
        <p class="soft">{next ? `Next: ${changeWords(next)}` : 'No generation is in progress.'}</p>
        {last && <p class="soft">Last: {changeWords(last)}</p>}
        <ol>
          {moved?.change.events.map((event, at) => (
            <li key={at}>
              <time>{clockText(Date.parse(event.at))}</time> {wordsFor(event)}
            </li>
          ))}
        </ol>
      </Card>
    </div>
  );
}

const VERBS = { pending: 'is pending', running: 'started running', completed: 'completed', failed: 'failed' } as const;

function wordsFor(event: TimeEventView): string {
  switch (event.type) {
    case 'generation':
      return `${event.id.slice(0, 8)} ${VERBS[event.to]}${event.settled ? '' : '; your app will see it on its next poll'}`;
    case 'capture':
    case 'refund':
      return `${LEDGER_WORDS[event.type]} ${dollars(event.amount_usd)} for ${event.id.slice(0, 8)}`;
    case 'idempotency_expired':
      return `the Idempotency-Key of ${event.id.slice(0, 8)} can be used again`;
    case 'rate_refilled':
      return `the rate limit of ${event.operation} is full again`;
  }
}
