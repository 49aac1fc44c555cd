/** Shows the money of an account: the sums, and the entries of its ledger. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { read } from '../api.ts';
import type { LedgerSheetView } from '../../control/routes/credits.ts';
import { commandsOn } from '../model/command-account.ts';
import { clockText, dollars } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { Alert, Card, Facts } from '../shared/parts.tsx';
import { CommandButton } from '../shared/command-button.tsx';
import { DataTable, type TableCell } from '../shared/data-table.tsx';
import { NumberBox } from '../shared/inputs.tsx';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import type { AccountTabProps } from './account-tab-props.ts';

const MOST_ROWS = 200;

/** Shows sums and entries, and a field that sets the balance. */
export function MoneyTab({ name, account }: AccountTabProps): VNode {
  const sheet = useLoaded(() => read('/accounts/{name}/ledger', { name, query: { limit: MOST_ROWS } }), []);
  useReload(sheet.reload, (event) => (event.account === name || event.account === null) && event.type !== 'fault');
  const [typed, setTyped] = useState<number>();
  const { balance_usd: balance, reserved_usd: reserved, captured_usd: captured } = sheet.data?.ledger ?? account.ledger;
  const wanted = typed ?? balance;
  return (
    <div class="stack page">
      <Card title="Money">
        <div class="row end">
          <div class="grow">
            <Facts
              look="sums"
              facts={[
                ['Balance', dollars(balance)],
                ['Reserved', dollars(reserved)],
                ['Captured', dollars(captured)],
                ...(sheet.data === undefined ? [] : ([['Refunded', dollars(sheet.data.refunded_usd)]] as const)),
              ]}
            />
          </div>
          <form class="row end">
            <NumberBox label="New balance (USD)" value={wanted} onValue={setTyped} />
            <CommandButton
              command={commandsOn(name).setBalance(wanted)}
              onDone={sheet.reload}
              isDisabled={Number.isNaN(wanted)}
              isSubmit
            />
          </form>
        </div>
      </Card>
      <Alert text={sheet.problem} />
      {sheet.data === undefined ? null : <Rows name={name} sheet={sheet.data} />}
    </div>
  );
}

/** Lists the entries, newest first, with the opening balance at the end. */
function Rows({
  name,
  sheet: { rows, total, opening, is_lossy: isLossy },
}: {
  readonly name: string;
  readonly sheet: LedgerSheetView;
}): VNode {
  const first = isLossy ? 'opening balance (earlier entries were removed)' : 'opening balance';
  const left = total - rows.length;
  const cells = rows.map((row) => toCells(name, row));
  return (
    <Card title="Ledger">
      <DataTable
        name="Ledger"
        heads={['Time', 'Event', 'Generation', '#Amount', '#Balance']}
        rows={left > 0 ? cells : [...cells, ['', first, '', '', dollars(opening.balance_usd)]]}
      />
      {left > 0 ? <p class="soft">and {left} earlier ones</p> : null}
    </Card>
  );
}

/** Returns the cells of an entry. The event links to its request, and the generation to its clip. */
function toCells(account: string, row: LedgerSheetView['rows'][number]): (TableCell | string)[] {
  const { at, kind, ledger, generation: id, request_id: request } = row;
  return [
    { shown: at === null ? '' : <time>{clockText(Date.parse(at))}</time> },
    request === null ? kind : { shown: <a href={linkTo('requests', { selected: request })}>{kind}</a> },
    {
      shown:
        id === null ? (
          ''
        ) : (
          <a href={linkTo('clip', { account, id })}>
            <code>{id.slice(0, 8)}</code>
          </a>
        ),
    },
    amountCell(row),
    dollars(ledger.balance_usd),
  ];
}

/** Shows the change of the balance. A reservation reduces it, and a refund increases it. */
function amountCell({ kind, amount_usd: amount }: LedgerSheetView['rows'][number]): TableCell {
  if (kind === 'capture') return { shown: dollars(amount), look: 'soft' };
  const change = kind === 'reserve' ? -amount : amount;
  return change < 0 ? { shown: dollars(change), look: 'bad' } : { shown: `+${dollars(change)}`, look: 'good' };
}
