/** The facts of an account that every tab needs: name, key, base URL, balance, clock, and the failures that are on. */

import type { VNode } from 'preact';
import { withScenario } from '../model/account-scenarios.ts';
import { commandsOn } from '../model/command-account.ts';
import { clockText, dollars } from '../model/money-text.ts';
import { choose, linkTo } from '../router.ts';
import { isProxy } from '../server.ts';
import { CopyValue } from '../shared/copy-block.tsx';
import { keyOf } from '../shared/send.ts';
import type { AccountTabProps } from './account-tab-props.ts';

/** Above the tabs. */
export function AccountHeader(part: AccountTabProps): VNode {
  const { name, account, now } = part;
  const key = keyOf(name);
  const { ledger, clock } = account;
  return (
    <header class="account-head">
      <div class="title">
        <h2 class="name">
          <a href={linkTo('accounts')}>Accounts</a> <span class="soft">/</span> <bdi>{name}</bdi>
        </h2>
        <a class="button" href={linkTo('requests', { account: name })}>
          View live requests
        </a>
      </div>
      <dl class="facts">
        {isProxy() || key === '' ? null : (
          <div>
            <dt>Key</dt>
            <dd>{account.keys === 'valid' ? <CopyValue what="key" text={key} /> : <b class="warn">revoked</b>}</dd>
          </div>
        )}
        <div>
          <dt>Base URL</dt>
          <dd>
            <CopyValue what="base URL" text={location.origin} />
          </dd>
        </div>
        {isProxy() ? null : (
          <>
            <div>
              <dt>Balance</dt>
              <dd>
                {dollars(ledger.balance_usd)}
                {ledger.reserved_usd > 0 ? <span class="soft"> + {dollars(ledger.reserved_usd)} reserved</span> : null}
              </dd>
            </div>
            <div>
              <dt>Clock</dt>
              <dd>
                <time>{clockText(now)}</time> <span class="soft">{CLOCK_WORDS[clock.mode]}</span>
              </dd>
            </div>
          </>
        )}
      </dl>
      <OnNow {...part} />
    </header>
  );
}

const CLOCK_WORDS = { real: 'real time', scaled: 'scaled', frozen: 'frozen' } as const;

/** The failures that are on, whatever the search of the tab shows. */
function OnNow({ name, active, rules, doing }: AccountTabProps): VNode | null {
  const on = rules.filter(({ enabled }) => enabled !== false);
  if (active.length + on.length === 0) return null;
  const turnOff = (scenario: string): void => {
    const left = withScenario(active, scenario, false);
    void doing.run(commandsOn(name).useScenarios('Turn off', 'Scenario turned off', left));
  };
  return (
    <div class="on-now" role="group" aria-label="Failures that are on">
      <span class="soft">On now</span>
      {active.map((one) => (
        <span key={one.name} class={one.spent ? 'chip' : 'chip fault'}>
          {one.name}
          {one.spent ? ', used up' : one.hits === 0 ? '' : ` ×${one.hits}`}
          <button
            type="button"
            class="quiet"
            aria-label={`Turn off ${one.name}`}
            title="Turn off"
            onClick={() => turnOff(one.name)}
          >
            ×
          </button>
        </span>
      ))}
      {on.map((rule) => (
        <button
          key={rule.id}
          type="button"
          class={rule.spent ? 'chip' : 'chip fault'}
          onClick={() => choose({ tab: 'failures' })}
        >
          rule {rule.id}
          {rule.spent ? ', used up' : rule.hits === 0 ? '' : ` ×${rule.hits}`}
        </button>
      ))}
    </div>
  );
}
