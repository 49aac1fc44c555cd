/** Controls the clock of an account: freeze, resume, speed up and move. */

import { useState } from 'preact/hooks';
import type { ClockChangeView, TimeEventView } from '../../control/view-schemas.ts';
import { nextChange, toLines } from '../model/account-lines.ts';
import { commandsOn } from '../model/command.ts';
import { clockText, dollars, durationText } from '../model/texts.ts';
import { CommandButton } from '../shared/run-command.tsx';
import { Card, Facts, InputBox, SelectBox } from '../shared/parts.tsx';
import type { AccountTabProps } from './read-account-page.ts';

const UNITS = [
  ['1', 'seconds'],
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;

const SPEEDS = [
  ['Frozen', 'frozen'],
  ['Follow this machine', 'real'],
  ['1 ×', 'x1'],
  ['60 ×', 'x60'],
] as const;

export function ClockTab({ name, account: { clock }, now, lines }: AccountTabProps) {
  const [passed, setPassed] = useState<readonly TimeEventView[]>();
  const on = commandsOn(name);
  // Until the account is read again, the next event counts from the time after the move.
  const [moved, setMoved] = useState({ from: '', to: now });
  const from = moved.from === clock.now ? moved.to : now;
  const generations = lines.map(({ generation }) => generation);
  const next = nextChange(toLines(generations, from), from);
  const tell = (answer: unknown): void => {
    const change = answer as ClockChangeView;
    setPassed(change.events);
    setMoved({ from: clock.now, to: Date.parse(change.clock.now) });
  };
  return (
    <div class="parts">
      <Card title="Speed">
        <Facts look="sums" facts={[['Account time', clockText(from)]]} />
        <div class="row segments" role="group" aria-label="Speed">
          {SPEEDS.map(([label, speed]) => (
            <CommandButton
              key={speed}
              command={on.setClock(label, speed)}
              onDone={tell}
              look="quiet"
              aria-pressed={speed === clock.clock}
            />
          ))}
        </div>
      </Card>
      <Card title="Move the clock">
        <AdvanceForm name={name} onDone={tell} />
        <div class="row">
          <CommandButton command={on.advanceTo(next?.at ?? '')} onDone={tell} disabled={!next} />
          <CommandButton command={on.runUntilIdle()} onDone={tell} disabled={!next} />
        </div>
        <p class="soft">
          {next
            ? `Next: ${next.id.slice(0, 8)} is ${next.status}, in ${durationText(next.wait)}.`
            : 'No change waits for the clock.'}
        </p>
        <ol>
          {passed?.map((event, at) => (
            <li key={at}>
              <time>{clockText(Date.parse(event.at))}</time> {wordsFor(event)}
            </li>
          ))}
        </ol>
      </Card>
    </div>
  );
}

function AdvanceForm({ name, onDone }: { readonly name: string; readonly onDone: (answer: unknown) => void }) {
  const [amount, setAmount] = useState('1');
  const [unit, setUnit] = useState('3600');
  return (
    <form class="row end">
      <InputBox isNumber label="Advance by" value={amount} onValue={setAmount} />
      <SelectBox label="Unit" value={unit} onValue={setUnit} options={UNITS} />
      <CommandButton
        command={commandsOn(name).advance(Number(amount) * Number(unit))}
        onDone={onDone}
        disabled={amount === ''}
        look="main"
        type="submit"
      />
    </form>
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
