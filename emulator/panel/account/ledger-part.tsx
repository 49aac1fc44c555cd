/** The money of an account: what it has, and how it came to that. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { read } from '../api.ts';
import { commandsOn } from '../model/command-account.ts';
import type { LedgerSheetView } from '../../control/routes/ledger.ts';
import type { LedgerView } from '../../control/view-schemas.ts';
import { clockText, dollars } from '../model/money-text.ts';
import { Alert } from '../shared/alert.tsx';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { DataTable, numberCell, type TableCell } from '../shared/data-table.tsx';
import { useDoing } from '../shared/do-command.ts';
import { NumberBox } from '../shared/inputs.tsx';
import { Sums } from '../shared/sums.tsx';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';

interface LedgerPartProps {
  readonly name: string;
  /** As the account was read; the ledger has it, too, and agrees with its own rows. */
  readonly ledger: LedgerView;
  readonly reload: () => void;
}

const FEW = 8;
const MORE = 100;

/** Sums, rows, and the balance set by hand. */
export function LedgerPart({ name, ledger, reload }: LedgerPartProps): VNode {
  const [most, setMost] = useState(FEW);
  const sheet = useLoaded(() => read('/accounts/{name}/ledger', { name, query: { limit: most } }), [most]);
  const doing = useDoing(() => {
    reload();
    sheet.reload();
  });
  useReload(sheet.reload, ({ account, type }) => (account === name || account === null) && type !== 'fault');
  const [wanted, setWanted] = useState(0.47);
  const { balance_usd: balance, reserved_usd: reserved, captured_usd: captured } = sheet.data?.ledger ?? ledger;
  return (
    <Card id="ledger" title="Money">
      <Sums
        sums={[
          ['Balance', dollars(balance)],
          ['Reserved', dollars(reserved)],
          ['Captured', dollars(captured)],
          ...(sheet.data === undefined ? [] : ([['Refunded', dollars(sheet.data.refunded_usd)]] as const)),
        ]}
      />
      <Alert text={sheet.problem} />
      {sheet.data === undefined ? null : <Rows sheet={sheet.data} onMore={() => setMost(most + MORE)} />}
      <div class="tools">
        <NumberBox label="Balance in US dollars" value={wanted} onValue={setWanted} />
        <CommandButton command={commandsOn(name).setBalance(wanted)} doing={doing} />
      </div>
      <DoneNote doing={doing} />
    </Card>
  );
}

/** The newest first, and at the end what they began with. */
function Rows({ sheet: { rows, total, opening, is_lossy: isLossy }, onMore }: RowsProps): VNode {
  const last = [
    isLossy
      ? whatCell('before that', 'The journal lost the earlier requests, or was cleared.')
      : whatCell('opening', 'before the first request'),
    numberCell(''),
    ...amountsOf(opening),
  ];
  return (
    <>
      <DataTable
        name="Ledger"
        heads={['What', numberCell('Amount'), numberCell('Balance'), numberCell('Reserved'), numberCell('Captured')]}
        rows={[...rows.map(toCells), ...(rows.length < total ? [] : [last])]}
      />
      {rows.length < total ? (
        <p>
          <button type="button" onClick={onMore}>
            Show earlier rows
          </button>{' '}
          <span class="soft">
            {total - rows.length} more, from a balance of {dollars(opening.balance_usd)}
          </span>
        </p>
      ) : null}
    </>
  );
}

interface RowsProps {
  readonly sheet: LedgerSheetView;
  readonly onMore: () => void;
}

function toCells(row: LedgerSheetView['rows'][number]): TableCell[] {
  return [whatCell(row.kind, causeOf(row)), numberCell(dollars(row.amount_usd)), ...amountsOf(row.ledger)];
}

/** What it is, and below it when, and for what. */
function whatCell(what: string, cause: string): TableCell {
  return {
    shown: (
      <>
        {what} <span class="soft">{cause}</span>
      </>
    ),
  };
}

function amountsOf({ balance_usd, reserved_usd, captured_usd }: LedgerView): TableCell[] {
  return [balance_usd, reserved_usd, captured_usd].map((amount) => numberCell(dollars(amount)));
}

function causeOf({ at, generation, request_id: request }: LedgerSheetView['rows'][number]): string {
  const cause = request === null ? 'by hand, or by the clock' : `request ${request.slice(0, 8)}`;
  return [at && clockText(Date.parse(at)), generation?.slice(0, 8), cause].filter(Boolean).join(', ');
}
