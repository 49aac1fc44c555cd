/** Shows the facts of an account above its tabs: name, key, base URL, balance, clock, and active failures. */

import type { VNode } from 'preact';
import { firedWords, turnRule, turnScenario } from '../model/account-scenarios.ts';
import { clockText, dollars, speedText } from '../model/texts.ts';
import { linkTo } from '../router.ts';
import { isProxy } from '../server.ts';
import { CommandButton } from '../shared/command-button.tsx';
import { CopyValue } from '../shared/copy-block.tsx';
import { runCommand } from '../shared/do-command.ts';
import { Button, Crumbs, Facts } from '../shared/parts.tsx';
import { keyOf } from '../shared/send.ts';
import type { AccountTabProps } from './account-tab-props.ts';

const KEY_WORDS = { revoked: 'revoked: requests get 401', some_revoked: 'some keys are revoked' } as const;

export function AccountHeader(part: AccountTabProps): VNode {
  const { name, account, now } = part;
  const { ledger, clock, keys } = account;
  const key = keyOf(name);
  const shownKey = keys === 'valid' ? <CopyValue what="key" text={key} /> : <b class="bad">{KEY_WORDS[keys]}</b>;
  const reserved = ledger.reserved_usd > 0 && ` + ${dollars(ledger.reserved_usd)} reserved`;
  const url = ['Base URL', <CopyValue key="url" what="base URL" text={location.origin} />] as const;
  const facts = [
    ...(key === '' ? [] : [['Key', shownKey] as const]),
    url,
    ['Balance', [dollars(ledger.balance_usd), <span class="soft">{reserved}</span>]],
    ['Clock', [<time>{clockText(now)}</time>, <span class="soft">{speedText(clock)}</span>]],
  ] as const;
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
      <Facts facts={isProxy() ? [url] : facts} />
      <ActiveFailures {...part} />
    </header>
  );
}

/** Lists the active failures, independent of the search in the tab. */
function ActiveFailures({ name, active, rules }: AccountTabProps): VNode | null {
  const scenarios = active.map((one) => ({
    ...one,
    turnOff: turnScenario({ name, active }, one.name, 'Turn off'),
    restart: one.spent && turnScenario({ name, active }, one.name, 'Restart'),
  }));
  const others = rules
    .filter(({ enabled }) => enabled !== false)
    .map((rule) => ({ ...rule, name: rule.id, turnOff: turnRule(name, rules, rule), restart: false as const }));
  const on = [...scenarios, ...others];
  if (on.length === 0) return null;
  return (
    <div class="row" role="group" aria-label="Active failures">
      <span class="soft">Active failures</span>
      {on.map((one) => (
        <span key={one.name} class={one.spent ? 'chip' : 'chip fault'}>
          <code>{one.name}</code> {firedWords(one)}{' '}
          {one.restart && <CommandButton command={one.restart} of={one.name} look="small" />}
          <Button label="×" look="quiet" name={`Turn off ${one.name}`} onPress={() => void runCommand(one.turnOff)} />
        </span>
      ))}
    </div>
  );
}
