/** Draws small parts that several views use. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { linkTo } from '../router.ts';

interface CardProps {
  readonly title: string;
  readonly look?: string;
  /** The buttons next to the title. */
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Shows a region that screen readers list by its heading. */
export function Card({ title, look = '', tools, children }: CardProps): VNode {
  const id = useId();
  return (
    <section class={`card stack ${look}`} aria-labelledby={id}>
      <div class="row">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}

/** Shows a problem as soon as there is one. Shows nothing for an empty text. */
export function Alert({ text }: { readonly text: string | undefined }): VNode {
  return <div role="alert">{text === undefined || text === '' ? null : <p class="bad">{text}</p>}</div>;
}

type Named = readonly [name: string, value: ComponentChildren];

/** Shows values with their names side by side. Amounts are large. */
export function Facts({ look = 'facts', facts }: { readonly look?: string; readonly facts: readonly Named[] }): VNode {
  return (
    <dl class={look}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CrumbsProps {
  /** The account to which the view belongs. */
  readonly account?: string;
  readonly children: ComponentChildren;
}

/** Shows the links from the list of accounts to the current view. */
export function Crumbs({ account, children }: CrumbsProps): VNode {
  return (
    <div class="crumbs">
      <a href={linkTo('accounts')}>Accounts</a> /
      {account === undefined ? null : (
        <>
          <a href={linkTo('account', { name: account, tab: 'generations' })}>{account}</a> /
        </>
      )}
      <h2>{children}</h2>
    </div>
  );
}

interface FileButtonProps {
  readonly label: string;
  /** Receives the JSON, or undefined if the file does not contain JSON. */
  readonly onJson: (value: unknown, fileName: string) => void;
}

/** Shows a button that opens a JSON file. */
export function FileButton({ label, onJson }: FileButtonProps): VNode {
  const read = async ({ currentTarget: { files } }: { readonly currentTarget: HTMLInputElement }): Promise<void> => {
    const file = files?.[0];
    if (file !== undefined)
      onJson(
        await file
          .text()
          .then(JSON.parse)
          .catch(() => undefined),
        file.name,
      );
  };
  return (
    <label class="button">
      {label}
      <input type="file" class="hidden" accept="application/json" onChange={(event) => void read(event)} />
    </label>
  );
}

/** Saves JSON in a file with this name. */
export function downloadJson(name: string, value: unknown): void {
  const url = URL.createObjectURL(new Blob([`${JSON.stringify(value, undefined, 2)}\n`], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the URL only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Draws a view again at an interval, without a request. Pass undefined while nothing changes. */
export function useTick(everyMs: number | undefined): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (everyMs === undefined) return undefined;
    const timer = setInterval(() => setTick((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** Returns the trimmed text of a form field. */
export function typedIn(form: EventTarget | null, field: string): string {
  const typed = form instanceof HTMLFormElement ? new FormData(form).get(field) : null;
  return typeof typed === 'string' ? typed.trim() : '';
}
