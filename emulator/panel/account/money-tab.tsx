/** The money of an account: the sums, and the entries of its ledger. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { read } from '../api.ts';
import type { LedgerSheetView } from '../../control/routes/ledger.ts';
import type { LedgerView } from '../../control/view-schemas.ts';
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

const FEW = 20;
const MORE = 100;

/** Sums, entries, and a balance set by hand. */
export function MoneyTab({ name, account }: AccountTabProps): VNode {
  const [most, setMost] = useState(FEW);
  const sheet = useLoaded(() => read('/accounts/{name}/ledger', { name, query: { limit: most } }), [most]);
  useReload(sheet.reload, (event) => (event.account === name || event.account === null) && event.type !== 'fault');
  const [wanted, setWanted] = useState(0.47);
  const { balance_usd: balance, reserved_usd: reserved, captured_usd: captured } = sheet.data?.ledger ?? account.ledger;
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
            <NumberBox label="New balance (USD)" value={wanted} onValue={setWanted} />
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
      {sheet.data === undefined ? null : <Rows sheet={sheet.data} onMore={() => setMost(most + MORE)} />}
    </div>
  );
}

interface RowsProps {
  readonly sheet: LedgerSheetView;
  readonly onMore: () => void;
}

/** The newest first, and at the end the opening balance. */
function Rows({ sheet: { rows, total, opening, is_lossy: isLossy }, onMore }: RowsProps): VNode {
  const first = isLossy ? 'opening balance (earlier entries were removed)' : 'opening balance';
  const last = ['', first, '', ...amountsOf(opening), '', ''];
  const left = total - rows.length;
  return (
    <Card title="Ledger">
      <DataTable
        name="Ledger"
        heads={['Account time', 'Event', '#Amount', '#Balance', '#Reserved', '#Captured', 'Generation', 'Request']}
        rows={[...rows.map(toCells), ...(left > 0 ? [] : [last])]}
      />
      {left > 0 ? (
        <div class="row">
          <button onClick={onMore}>Show earlier entries</button>
          <span class="soft">
            {left} more, from a balance of {dollars(opening.balance_usd)}
          </span>
        </div>
      ) : null}
    </Card>
  );
}

function toCells(entry: LedgerSheetView['rows'][number]): (TableCell | string)[] {
  const { at, kind, amount_usd: amount, ledger, generation, request_id: request } = entry;
  const look = kind === 'refund' ? 'good' : '';
  return [
    { shown: at === null ? '' : <time>{clockText(Date.parse(at))}</time> },
    { shown: kind, look },
    { shown: signed(kind, amount), look },
    ...amountsOf(ledger),
    { shown: generation === null ? '' : <code>{generation.slice(0, 8)}</code> },
    request === null
      ? { shown: 'no request', look: 'soft' }
      : { shown: <a href={linkTo('requests', { selected: request })}>{request.slice(0, 8)}</a> },
  ];
}

/** A reservation takes from the balance, a refund returns to it. */
function signed(kind: string, amount: number): string {
  const text = dollars(amount);
  return kind === 'reserve' ? `−${text}` : kind === 'refund' || (kind !== 'capture' && amount > 0) ? `+${text}` : text;
}

function amountsOf({ balance_usd, reserved_usd, captured_usd }: LedgerView): string[] {
  return [balance_usd, reserved_usd, captured_usd].map(dollars);
}
