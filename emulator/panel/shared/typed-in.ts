/** What people typed into a form. */

/** The text of a field without blanks around it; empty where there is none. */
export function typedIn(form: EventTarget | null, field: string): string {
  const typed = form instanceof HTMLFormElement ? new FormData(form).get(field) : null;
  return typeof typed === 'string' ? typed.trim() : '';
}
