/** What of the control API only an emulator can do: by tag, or by the name of one route. */

const NOT_HERE = 'This server is a proxy in front of a real service:';

const BY_TAG: Readonly<Record<string, string>> = {
  clock: `${NOT_HERE} its clock is the real one, and nobody can move it. Take an emulator (standin serve) for that.`,
  credits: `${NOT_HERE} its credits are those of that service. The budget of the proxy is set by --budget.`,
  generations: `${NOT_HERE} its generations are there. Poll them by the API, or look at the journal for what was seen.`,
  snapshots: `${NOT_HERE} its state is there, and cannot be taken or put back.`,
};

const BY_ROUTE: Readonly<Record<string, string>> = {
  openAccount: `${NOT_HERE} any key opens an account here, with its first request. Send a request with the key.`,
  issueKey: `${NOT_HERE} keys are issued there. Any key opens an account here, with its first request.`,
};

/** Why a route is refused; nothing where it is not. */
export function controlProblem(tag: string, operationId: string): string | undefined {
  return BY_ROUTE[operationId] ?? BY_TAG[tag];
}
