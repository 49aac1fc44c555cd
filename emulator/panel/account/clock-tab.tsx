/** Controls the clock of an account: freeze, resume, speed up and move. */

import { useState } from 'preact/hooks';
import { changeWords } from '../model/account-lines.ts';
import { commandsOn } from '../model/command.ts';
import { clockText } from '../model/texts.ts';
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

export function ClockTab({ name, account: { clock }, now, lines }: AccountTabProps) {
  const on = commandsOn(name);
  const [amount, setAmount] = useState('1');
  const [unit, setUnit] = useState('hours');
  const [next] = lines.flatMap(({ changes }) => changes).toSorted((a, b) => a.wait - b.wait);
  return (
    <div class="parts">
      <Card title="Clock">
        <Facts look="sums" facts={{ 'Account time': clockText(now) }} />
        <div class="row" role="group" aria-label="Speed">
          {SPEEDS.map(([label, speed]) => (
            <CommandButton key={speed} command={on.setClock(label, speed)} aria-pressed={speed === clock.clock} />
          ))}
        </div>
      </Card>
      <Card title="Move the clock">
        <form class="row end">
          <InputBox type="number" required label="Advance by" value={amount} onValue={setAmount} />
          <InputBox label="Unit" value={unit} onValue={setUnit} options={Object.keys(UNITS).map((one) => [one])} />
          <CommandButton command={on.advance(Number(amount) * (UNITS[unit] ?? 1))} look="main" type="submit" />
        </form>
        <div class="row">
          <CommandButton command={on.advanceTo(new Date(next?.at ?? 0).toISOString())} disabled={!next} />
          <CommandButton command={on.runUntilIdle()} disabled={!next} />
        </div>
        <p class="soft">
          {next ? `Next: ${next.id.slice(0, 8)} ${changeWords(next)}.` : 'No generation is in progress.'}
        </p>
      </Card>
    </div>
  );
}
