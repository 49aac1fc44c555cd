/** Draws small parts that several views use. */

import type { ComponentChildren, VNode } from 'preact';
import { useEffect, useId, useState } from 'preact/hooks';
import { parseJson } from '../model/json.ts';
import { linkTo } from '../router.ts';

interface CardProps {
  readonly title: string;
  /** The sentence below the title. */
  readonly lead?: string;
  /** The buttons next to the title. */
  readonly tools?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** Shows a region that screen readers list by its heading. */
export function Card({ title, lead, tools, children }: CardProps): VNode {
  const id = useId();
  return (
    <section class="card stack" aria-labelledby={id}>
      <div class="row">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {lead && <p class="soft">{lead}</p>}
      {children}
    </section>
  );
}

export interface ButtonProps {
  readonly label: string;
  /** The name for screen readers, if several buttons have the same label. */
  readonly name?: string | undefined;
  readonly look?: string | undefined;
  readonly title?: string;
  readonly isDisabled?: boolean | undefined;
  readonly isPressed?: boolean | undefined;
  readonly isExpanded?: boolean;
  /** Whether Enter in a field of the form also presses the button. */
  readonly isSubmit?: boolean | undefined;
  readonly onPress: (event: Event) => void;
}

/** Shows a button. */
export function Button(props: ButtonProps): VNode {
  const { label, name, look, title, isDisabled, isPressed, isExpanded, isSubmit, onPress } = props;
  const press = (event: Event): void => {
    event.preventDefault();
    onPress(event);
  };
  return (
    <button
      type={isSubmit ? 'submit' : 'button'}
      class={look}
      title={title}
      aria-label={name}
      aria-pressed={isPressed}
      aria-expanded={isExpanded}
      disabled={isDisabled}
      onClick={press}
    >
      {label}
    </button>
  );
}

/** Shows a problem as soon as there is one. */
export function Alert({ text }: { readonly text: string | undefined }): VNode {
  return <div role="alert">{text && <p class="bad">{text}</p>}</div>;
}

type Named = readonly [name: string, value: ComponentChildren];

/** Shows values with their names side by side. The look `sums` makes the values large. */
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
      {account && (
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
  const read = async ([file]: Iterable<File>): Promise<void> => {
    const text = (await file?.text()) ?? '';
    onJson(parseJson(text), file?.name ?? '');
  };
  return (
    <label class="button">
      {label}
      <input
        type="file"
        class="hidden"
        accept="application/json"
        onChange={({ currentTarget: { files } }) => void read(files ?? [])}
      />
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

/** Draws a view again at an interval, without a request. Pass 0 while nothing changes. */
export function useTick(everyMs: number): void {
  const [, setTick] = useState(0);
  useEffect(() => {
    if (everyMs === 0) return undefined;
    const timer = setInterval(() => setTick((before) => before + 1), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
}

/** Returns the trimmed text of a form field. */
export function typedIn({ currentTarget }: SubmitEvent, field: string): string {
  const typed = new FormData(currentTarget as HTMLFormElement).get(field);
  return typeof typed === 'string' ? typed.trim() : '';
}
