/** Shows the facts of an account above its tabs: name, key, base URL, balance, clock, and active failures. */

import type { VNode } from 'preact';
import { firedWords, turnRule, turnScenario } from '../model/account-scenarios.ts';
import { clockText, dollars } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { isProxy } from '../server.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { CopyValue } from '../shared/copy-block.tsx';
import { Crumbs, Facts } from '../shared/parts.tsx';
import { runCommand } from '../shared/do-command.ts';
import { keyOf } from '../shared/send.ts';
import type { AccountTabProps } from './account-tab-props.ts';

export function AccountHeader(part: AccountTabProps): VNode {
  const { name, account, now } = part;
  const key = keyOf(name);
  const { ledger, clock } = account;
  const shownKey =
    account.keys === 'valid' ? <CopyValue what="key" text={key} /> : <b class="bad">{KEY_WORDS[account.keys]}</b>;
  const reserved = ledger.reserved_usd > 0 ? ` + ${dollars(ledger.reserved_usd)} reserved` : '';
  const url = ['Base URL', <CopyValue key="url" what="base URL" text={location.origin} />] as const;
  const balance = (
    <>
      {dollars(ledger.balance_usd)}
      <span class="soft">{reserved}</span>
    </>
  );
  const time = (
    <>
      <time>{clockText(now)}</time>
      <span class="soft">
        {clock.mode === 'frozen' ? 'frozen' : clock.mode === 'real' ? 'real time' : `${clock.rate} × real time`}
      </span>
    </>
  );
  return (
    <header class="card stack">
      <div class="row">
        <Crumbs>
          <bdi>{name}</bdi>
        </Crumbs>
        <a class="button" href={linkTo('requests', { account: name })}>
          View live requests
        </a>
      </div>
      <Facts
        facts={
          isProxy()
            ? [url]
            : [...(key === '' ? [] : [['Key', shownKey] as const]), url, ['Balance', balance], ['Clock', time]]
        }
      />
      <OnNow {...part} />
    </header>
  );
}

const KEY_WORDS = { revoked: 'revoked: requests get 401', some_revoked: 'some keys are revoked' } as const;

/** Lists the active failures, independent of the search in the tab. */
function OnNow({ name, active, rules }: AccountTabProps): VNode | null {
  const scenarios = active.map((one) => ({
    ...one,
    turnOff: turnScenario({ name, active }, one.name, 'Turn off'),
    restart: turnScenario({ name, active }, one.name, 'Restart'),
  }));
  const others = rules
    .filter(({ enabled }) => enabled !== false)
    .map((rule) => ({ ...rule, name: rule.id, turnOff: turnRule(name, rules, rule), restart: undefined }));
  const on = [...scenarios, ...others];
  if (on.length === 0) return null;
  return (
    <div class="row on-now" role="group" aria-label="Failures that are on">
      <span class="soft">Failures</span>
      {on.map((one) => (
        <span key={one.name} class={one.spent ? 'chip' : 'chip fault'}>
          <code>{one.name}</code> {firedWords(one)}{' '}
          {one.spent && one.restart !== undefined ? (
            <CommandButton command={one.restart} of={one.name} look="small" />
          ) : null}
          <button class="quiet" aria-label={`Turn off ${one.name}`} onClick={() => void runCommand(one.turnOff)}>
            ×
          </button>
        </span>
      ))}
    </div>
  );
}
