/** Shows the money of an account: the sums, and the entries of its ledger. */

import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { read } from '../api.ts';
import type { LedgerSheetView } from '../../control/routes/credits.ts';
import { accountPath, commandsOn } from '../model/command.ts';
import { dollars, LEDGER_WORDS } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { CommandButton } from '../shared/run-command.tsx';
import { DataTable } from '../shared/data-table.tsx';
import { Card, Facts, InputBox } from '../shared/parts.tsx';
import { useLoaded } from '../shared/use-loaded.ts';
import type { AccountTabProps } from './read-account-page.ts';

export function MoneyTab({ name, account }: AccountTabProps) {
  const { data } = useLoaded(
    () => read<LedgerSheetView>(accountPath(name, '/ledger?limit=200')),
    (event) => (event.account === name || event.account === null) && event.type !== 'fault',
  );
  const [typed, setTyped] = useState<string>();
  const { balance_usd: balance, reserved_usd: reserved, captured_usd: captured } = data?.ledger ?? account.ledger;
  const wanted = typed ?? String(balance);
  const refunded = data?.refunded_usd ?? 0;
  const sums = Object.entries({ Balance: balance, Reserved: reserved, Charged: captured, Refunded: refunded });
  return (
    <div class="stack page">
      <Card title="Money">
        <div class="row end">
          <div class="grow">
            <Facts look="sums" facts={Object.fromEntries(sums.map(([sum, amount]) => [sum, dollars(amount)]))} />
          </div>
          <form class="row end">
            <InputBox type="number" required label="New balance (USD)" value={wanted} onValue={setTyped} />
            <CommandButton
              command={commandsOn(name).setBalance(Number(wanted))}
              onDone={() => setTyped(undefined)}
              type="submit"
            />
          </form>
        </div>
      </Card>
      {data && <Ledger name={name} sheet={data} />}
    </div>
  );
}

/** Lists the entries, newest first, with the opening balance at the end. */
function Ledger({ name, sheet }: { readonly name: string; readonly sheet: LedgerSheetView }) {
  const { rows, total, opening } = sheet;
  const left = total - rows.length;
  const cells = rows.map((row) => toCells(name, row));
  return (
    <Card title="Ledger">
      <DataTable
        name="Ledger"
        heads={['Event (opens the request)', 'Time (UTC)', 'Generation', '#Amount', '#Balance']}
        rows={left > 0 ? cells : [...cells, ['opening balance', '', '', '', dollars(opening.balance_usd)]]}
      />
      {left > 0 && <p class="soft">and {left} earlier ones</p>}
    </Card>
  );
}

/** Returns the cells of an entry. The event links to its request, and the generation to its clip. */
function toCells(account: string, row: LedgerSheetView['rows'][number]): ComponentChildren[] {
  const { at, kind, amount_usd: amount, ledger, generation: id, request_id: request } = row;
  const words = LEDGER_WORDS[kind];
  // A reservation reduces the balance. A capture does not change it.
  const change = kind === 'reserve' ? -amount : amount;
  const sign = kind !== 'capture' && change > 0 ? '+' : '';
  return [
    request ? <a href={linkTo('requests', { selected: request })}>{words}</a> : words,
    at && <time>{at.slice(0, 19).replace('T', ' ')}</time>,
    id && (
      <a href={linkTo('clip', { account, id })}>
        <code>{id.slice(0, 8)}</code>
      </a>
    ),
    <span class={kind === 'capture' ? 'soft' : sign && 'good'}>{sign + dollars(change)}</span>,
    dollars(ledger.balance_usd),
  ];
}
