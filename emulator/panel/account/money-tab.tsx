/** The money of an account: the sums, and the entries of its ledger. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { read } from '../api.ts';
import type { LedgerSheetView } from '../../control/routes/ledger.ts';
import type { LedgerView } from '../../control/view-schemas.ts';
import { commandsOn } from '../model/command-account.ts';
import { clockText, dollars } from '../model/money-text.ts';
import { linkTo } from '../router.ts';
import { Alert, Sums } from '../shared/parts.tsx';
import { CommandButton } from '../shared/command-button.tsx';
import { DataTable, numberCell, type TableCell } from '../shared/data-table.tsx';
import { NumberBox } from '../shared/inputs.tsx';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import type { AccountTabProps } from './account-tab-props.ts';

const FEW = 20;
const MORE = 100;

/** Sums, entries, and a balance set by hand. */
export function MoneyTab({ name, account, doing }: AccountTabProps): VNode {
  const [most, setMost] = useState(FEW);
  const sheet = useLoaded(() => read('/accounts/{name}/ledger', { name, query: { limit: most } }), [most]);
  useReload(sheet.reload, (event) => (event.account === name || event.account === null) && event.type !== 'fault');
  const [wanted, setWanted] = useState(0.47);
  const { balance_usd: balance, reserved_usd: reserved, captured_usd: captured } = sheet.data?.ledger ?? account.ledger;
  return (
    <>
      <Sums
        sums={[
          ['Balance', dollars(balance)],
          ['Reserved', dollars(reserved)],
          ['Captured', dollars(captured)],
          ...(sheet.data === undefined ? [] : ([['Refunded', dollars(sheet.data.refunded_usd)]] as const)),
        ]}
      />
      <form class="tools" onSubmit={(event) => event.preventDefault()}>
        <NumberBox label="New balance (USD)" value={wanted} onValue={setWanted} />
        <CommandButton
          command={commandsOn(name).setBalance(wanted)}
          doing={doing}
          onDone={sheet.reload}
          isDisabled={Number.isNaN(wanted)}
          isSubmit
        />
      </form>
      <Alert text={sheet.problem} />
      {sheet.data === undefined ? null : <Rows sheet={sheet.data} onMore={() => setMost(most + MORE)} />}
    </>
  );
}

interface RowsProps {
  readonly sheet: LedgerSheetView;
  readonly onMore: () => void;
}

/** The newest first, and at the end the opening balance. */
function Rows({ sheet: { rows, total, opening, is_lossy: isLossy }, onMore }: RowsProps): VNode {
  const last: TableCell[] = [
    { shown: '' },
    { shown: isLossy ? 'opening balance (earlier entries were removed)' : 'opening balance' },
    { shown: '' },
    ...amountsOf(opening),
    { shown: '' },
  ];
  return (
    <>
      <DataTable
        name="Ledger"
        heads={[
          'Account time',
          'Event',
          numberCell('Amount'),
          numberCell('Balance'),
          numberCell('Reserved'),
          numberCell('Captured'),
          'Generation, request',
        ]}
        rows={[...rows.map(toCells), ...(rows.length < total ? [] : [last])]}
      />
      {rows.length < total ? (
        <p>
          <button type="button" onClick={onMore}>
            Show earlier entries
          </button>{' '}
          <span class="soft">
            {total - rows.length} more, from a balance of {dollars(opening.balance_usd)}
          </span>
        </p>
      ) : null}
    </>
  );
}

function toCells({
  at,
  kind,
  amount_usd: amount,
  ledger,
  generation,
  request_id: request,
}: LedgerSheetView['rows'][number]): TableCell[] {
  const look = kind === 'refund' ? 'good' : '';
  return [
    { shown: at === null ? '' : <time>{clockText(Date.parse(at))}</time> },
    { shown: kind, look },
    numberCell(signed(kind, amount), look),
    ...amountsOf(ledger),
    {
      shown: (
        <>
          {generation === null ? null : <code>{generation.slice(0, 8)} </code>}
          {request === null ? (
            <span class="soft">no request</span>
          ) : (
            <a href={linkTo('requests', { selected: request })}>request {request.slice(0, 8)}</a>
          )}
        </>
      ),
    },
  ];
}

/** A reservation takes from the balance, a refund returns to it. */
function signed(kind: string, amount: number): string {
  const text = dollars(amount);
  return kind === 'reserve' ? `−${text}` : kind === 'refund' || (kind !== 'capture' && amount > 0) ? `+${text}` : text;
}

function amountsOf({ balance_usd, reserved_usd, captured_usd }: LedgerView): TableCell[] {
  return [balance_usd, reserved_usd, captured_usd].map((amount) => numberCell(dollars(amount)));
}
