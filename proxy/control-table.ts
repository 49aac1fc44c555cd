/** The operations of the control API that only an emulator supports: by tag, or by route. */

const NOT_HERE = 'This server is a proxy in front of a real service:';

const BY_TAG: Readonly<Record<string, string>> = {
  clock: `${NOT_HERE} its clock is real time and cannot be moved. Use an emulator (standin serve).`,
  credits: `${NOT_HERE} the service owns its credits. --budget sets the budget of the proxy.`,
  generations: `${NOT_HERE} the service owns the generations. Poll them through the API, or read the journal.`,
  snapshots: `${NOT_HERE} the service owns the state, so snapshots are not possible.`,
};

const BY_ROUTE: Readonly<Record<string, string>> = {
  openAccount: `${NOT_HERE} the first request with any key creates the account of the key. Send a request with the key.`,
  issueKey: `${NOT_HERE} the service issues keys. The first request with any key creates the account of the key.`,
};

/** Why a route is refused; nothing where it is not. */
export function controlProblem(tag: string, operationId: string): string | undefined {
  return BY_ROUTE[operationId] ?? BY_TAG[tag];
}
