/** Numbers for connections, so that the journal tells which requests shared one. */

const numbers = new WeakMap<object, number>();
let last = 0;

/** The number of a socket: 1 for the first in this process that brings a request, and so on. */
export function connectionNumber(socket: object): number {
  const known = numbers.get(socket);
  if (known !== undefined) return known;
  last += 1;
  numbers.set(socket, last);
  return last;
}
