/** Whether a program ended by an exception that nobody caught: its trace is the last that it writes. */

const END = 4096;

/** How Python, Node, Go, Java and Ruby show such an end. */
const TRACES: readonly RegExp[] = [
  // A trace that was logged is followed by what the program did then.
  /^Traceback \(most recent call last\):\n(?: .*\n|\n)+(?!Traceback)\S.*(?:\n(?:\s.*)?)*$(?![^])/m,
  // Node ends with this line whatever was thrown, and never otherwise.
  /\n\nNode\.js v\d+\.\d+\.\d+\S*\s*$(?![^])/,
  /^panic: [\s\S]*^goroutine \d+ \[/m,
  /^Exception in thread "[^"]*" [\s\S]*^\s+at [\w.$/<>]+\(/m,
  /^\S+\.rb:\d+:in .+ \(\w+(?:::\w+)*\)/m,
];

/** Whether the end of standard error is the trace of an uncaught exception. */
export function endsInTrace(stderr: string): boolean {
  const end = stderr.slice(-END).replaceAll('\r\n', '\n');
  return TRACES.some((trace) => trace.test(end));
}
