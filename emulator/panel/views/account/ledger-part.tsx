/** The money of an account: what it has, and how it came to that. */

import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { toLedgerSheet, type LedgerRow } from '../../model/account-ledger.ts';
import { commandsOn } from '../../model/command-account.ts';
import type { AccountJson } from '../../model/control-json.ts';
import type { Entry } from '../../../journal/entry.ts';
import { DataTable } from '../shared/data-table.tsx';
import { NumberBox } from '../shared/inputs.tsx';
import { Card } from '../shared/card.tsx';
import { CommandButton, DoneNote } from '../shared/command-button.tsx';
import { useDoing } from '../shared/do-command.ts';
import { clockText, dollars } from '../shared/money-text.ts';

interface LedgerPartProps {
  readonly name: string;
  readonly reload: () => void;
  readonly account: AccountJson;
  readonly entries: readonly object[];
  readonly isLossy: boolean;
}

const FEW = 8;

/** Sums, rows, and the balance set by hand. */
export function LedgerPart({ name, reload, account, entries, isLossy }: LedgerPartProps): VNode {
  const doing = useDoing(reload);
  const [wanted, setWanted] = useState(0.47);
  // The journal's own JSON, which the document of the control API leaves open.
  const { rows, refunded } = toLedgerSheet(entries as readonly Entry[], account.ledger);
  const { balance_usd: balance, reserved_usd: reserved, captured_usd: captured } = account.ledger;
  const on = commandsOn(name);
  return (
    <Card id="ledger" title="Money">
      <dl class="sums">
        <Sum name="Balance" amount={balance} />
        <Sum name="Reserved" amount={reserved} />
        <Sum name="Captured" amount={captured} />
        <Sum name="Refunded" amount={refunded} />
      </dl>
      <Rows rows={rows} />
      {isLossy ? <p class="soft">The journal no longer has the requests of earlier rows.</p> : null}
      <div class="tools">
        <NumberBox label="Balance in US dollars" value={wanted} onValue={setWanted} />
        <CommandButton command={on.setBalance(wanted)} doing={doing} />
        {account.keys === 'valid' ? (
          <CommandButton command={on.revokeKeys()} doing={doing} />
        ) : (
          <CommandButton command={on.restoreKeys()} doing={doing} />
        )}
      </div>
      {account.keys === 'valid' ? null : (
        <p class="warn">
          {account.keys === 'revoked'
            ? 'All keys of this account are revoked.'
            : 'Some keys of this account are revoked.'}
        </p>
      )}
      <DoneNote doing={doing} />
    </Card>
  );
}

/** The newest first. */
function Rows({ rows }: { readonly rows: readonly LedgerRow[] }): VNode {
  const [isWhole, setWhole] = useState(false);
  const newest = rows.toReversed();
  return (
    <>
      <DataTable
        name="Ledger"
        heads={['What', 'Amount', 'Balance', 'Reserved', 'When, and for what']}
        rows={newest
          .slice(0, isWhole ? undefined : FEW)
          .map((row) => [
            row.kind,
            dollars(row.amount),
            dollars(row.after.balance),
            dollars(row.after.reserved),
            causeOf(row),
          ])}
      />
      {newest.length > FEW ? (
        <button type="button" onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show the newest rows' : `Show all ${newest.length} rows`}
        </button>
      ) : null}
    </>
  );
}

function Sum({ name, amount }: { readonly name: string; readonly amount: number }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{dollars(amount)}</dd>
    </div>
  );
}

function causeOf({ kind, at, generation, requestId }: LedgerRow): string {
  if (kind === 'opening') return 'before the first row';
  if (at === null) return 'no request: by hand, or by the clock';
  return `${clockText(Date.parse(at))}${generation === null ? '' : `, ${generation.slice(0, 8)}`}, request ${requestId?.slice(0, 8) ?? ''}`;
}
