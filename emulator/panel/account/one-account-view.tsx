/** One account: its money, its clock, its generations, and everything that makes it fail on purpose. */

import type { VNode } from 'preact';
import { read } from '../api.ts';
import { toLines } from '../model/account-lines.ts';
import { linkTo, panelRoute } from '../router.ts';
import { isProxy, server } from '../server.ts';
import { Alert } from '../shared/alert.tsx';
import { Card } from '../shared/card.tsx';
import { Empty } from '../shared/empty.tsx';
import { ServiceCard } from '../shared/service-card.tsx';
import { useReload } from '../shared/use-events.ts';
import { useLoaded } from '../shared/use-loaded.ts';
import { ClockPart } from './clock-part.tsx';
import { DonePart } from './done-part.tsx';
import { GenerationsPart } from './generations-part.tsx';
import { KeysPart } from './keys-part.tsx';
import { LedgerPart } from './ledger-part.tsx';
import { RulesPart } from './rules-part.tsx';
import { ScenariosPart } from './scenarios-part.tsx';
import { ScenePart } from './scene-part.tsx';
import { SnapshotsPart } from './snapshots-part.tsx';
import { useClock } from './use-clock.ts';

/** The account that the URL names. */
export function OneAccountView(): VNode {
  const { name = '' } = panelRoute.value.query;
  if (name !== '') return <OneAccount key={name} name={name} />;
  return (
    <Empty title="No account is chosen.">
      <p>
        <a href={linkTo('accounts')}>Choose one of the accounts</a>, or open a new one there.
      </p>
    </Empty>
  );
}

/** More would make each reload slow; the newest are what people look at. */
const MOST_GENERATIONS = 100;

function OneAccount({ name }: { readonly name: string }): VNode {
  const { rules, life, reload } = useAccount(name);
  const [read, generations] = life.data ?? [];
  const now = useClock(read && { clock: read.account.clock, readAt: read.readAt });
  const [own, active, all] = rules.data ?? [];
  if (read === undefined || generations === undefined || now === undefined)
    return <NotThere name={name} problem={life.problem} />;
  const lines = toLines(generations.generations, now);
  const part = { name, reload };
  return (
    <>
      <p class="name-line">
        <strong>{name}</strong> <a href={linkTo('now', { account: name })}>Its requests, live</a>
      </p>
      <Alert text={life.problem ?? rules.problem} />
      <div class="parts">
        <div>
          {own === undefined || active === undefined || all === undefined ? null : (
            <>
              <ScenariosPart {...part} all={all.scenarios} active={active.scenarios} />
              <RulesPart {...part} rules={own.rules} />
              <ScenePart
                name={name}
                rules={own.rules}
                active={active.scenarios}
                all={all.scenarios}
                account={read.account}
              />
            </>
          )}
        </div>
        <div>
          {isProxy() ? (
            <>
              <ServiceCard />
              <NotHere />
            </>
          ) : (
            <>
              <ClockPart {...part} clock={read.account.clock} now={now} lines={lines} />
              <GenerationsPart {...part} lines={lines} total={generations.total} now={now} />
              <LedgerPart {...part} ledger={read.account.ledger} />
              <SnapshotsPart {...part} now={now} />
            </>
          )}
          <KeysPart {...part} keys={read.account.keys} />
          <DonePart />
        </div>
      </div>
    </>
  );
}

/** What is shown of an account; rules with every event, the rest when it can have changed. */
function useAccount(name: string) {
  const rules = useLoaded(
    () =>
      Promise.all([
        read('/accounts/{name}/faults', { name }),
        read('/accounts/{name}/scenarios', { name }),
        read('/scenarios'),
      ]),
    [],
  );
  const life = useLoaded(
    () =>
      Promise.all([
        read('/accounts/{name}', { name }).then((account) => ({ account, readAt: Date.now() })),
        isProxy()
          ? { generations: [], total: 0 }
          : read('/accounts/{name}/generations', { name, query: { limit: MOST_GENERATIONS } }),
      ]),
    [],
  );
  const reload = (): void => {
    rules.reload();
    life.reload();
  };
  const isOurs = (account: string | null): boolean => account === name || account === null;
  useReload(rules.reload, ({ account }) => isOurs(account));
  useReload(life.reload, ({ account, type }) => isOurs(account) && type !== 'fault');
  return { rules, life, reload };
}

/** What only an emulator can do, each reason once, without the words with which all of them begin. */
function NotHere(): VNode {
  const reasons = new Set(server.value?.refused.map(({ why }) => why.replace(/^[^:]*: /, '')));
  return (
    <Card id="not-here" title="What only an emulator can do">
      <p class="soft">It is not offered here, because a real service stands behind this server:</p>
      <ul>
        {[...reasons].map((why) => (
          <li key={why}>{why}</li>
        ))}
      </ul>
    </Card>
  );
}

function NotThere({ name, problem }: { readonly name: string; readonly problem: string | undefined }): VNode {
  if (problem === undefined) return <p class="soft">Reading {name} …</p>;
  return (
    <Empty title={`The account "${name}" is not open.`}>
      <Alert text={problem} />
      <p>
        It opens with the first request that carries its key.{' '}
        <a href={linkTo('accounts')}>See the accounts that are open.</a>
      </p>
    </Empty>
  );
}
