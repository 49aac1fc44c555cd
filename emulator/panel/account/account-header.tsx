/** The facts of an account that every tab needs: name, key, base URL, balance, clock, and the failures that are on. */

import type { VNode } from 'preact';
import { withScenario } from '../model/account-scenarios.ts';
import { commandsOn } from '../model/command-account.ts';
import { clockText, dollars } from '../model/texts.ts';
import { choose, linkTo } from '../router.ts';
import { isProxy } from '../server.ts';
import { CopyValue } from '../shared/copy-block.tsx';
import { Crumbs, Facts } from '../shared/parts.tsx';
import { runCommand } from '../shared/do-command.ts';
import { keyOf } from '../shared/send.ts';
import type { AccountTabProps } from './account-tab-props.ts';

/** Above the tabs. */
export function AccountHeader(part: AccountTabProps): VNode {
  const { name, account, now } = part;
  const key = keyOf(name);
  const { ledger, clock } = account;
  const shownKey = account.keys === 'valid' ? <CopyValue what="key" text={key} /> : <b class="warn">revoked</b>;
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
      <time>{clockText(now)}</time> <span class="soft">{CLOCK_WORDS[clock.mode]}</span>
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

const CLOCK_WORDS = { real: 'real time', scaled: 'scaled', frozen: 'frozen' } as const;

interface Counts {
  readonly spent: boolean;
  readonly hits: number;
}

/** The failures that are on, whatever the search of the tab shows. */
function OnNow({ name, active, rules }: AccountTabProps): VNode | null {
  const on = rules.filter(({ enabled }) => enabled !== false);
  if (active.length + on.length === 0) return null;
  const turnOff = (scenario: string): void => {
    const left = withScenario(active, scenario, false);
    void runCommand(commandsOn(name).useScenarios('Turn off', 'Scenario turned off', left));
  };
  const look = ({ spent }: Counts): string => (spent ? 'chip' : 'chip fault');
  const counted = ({ spent, hits }: Counts): string => (spent ? ', used up' : hits === 0 ? '' : ` ×${hits}`);
  return (
    <div class="row" role="group" aria-label="Failures that are on">
      <span class="soft">On now</span>
      {active.map((one) => (
        <span key={one.name} class={look(one)}>
          {one.name}
          {counted(one)}
          <button class="quiet" aria-label={`Turn off ${one.name}`} title="Turn off" onClick={() => turnOff(one.name)}>
            ×
          </button>
        </span>
      ))}
      {on.map((rule) => (
        <button key={rule.id} class={`quiet ${look(rule)}`} onClick={() => choose({ tab: 'failures' })}>
          rule {rule.id}
          {counted(rule)}
        </button>
      ))}
    </div>
  );
}
