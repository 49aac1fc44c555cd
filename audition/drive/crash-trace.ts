/** Whether a program ended by an exception that nobody caught: its trace is the last that it writes. */

const END = 4096;

/** How Python, Node, Go, Java and Ruby show such an end. */
const TRACES: readonly RegExp[] = [
  /^Traceback \(most recent call last\):\n(?: .*\n|\n)+(?!Traceback)\S.*$/m,
  /^ {4}at .+(?:\n {4}at .+)*(?:\n.*){0,40}\n\nNode\.js v\d+/m,
  /^panic: [\s\S]*^goroutine \d+ \[/m,
  /^Exception in thread "[^"]*" [\s\S]*^\s+at [\w.$/<>]+\(/m,
  /^\S+\.rb:\d+:in .+ \(\w+(?:::\w+)*\)/m,
];

/** Whether the end of standard error is the trace of an uncaught exception. */
export function endsInTrace(stderr: string): boolean {
  const end = stderr.slice(-END).replaceAll('\r\n', '\n');
  return TRACES.some((trace) => trace.test(end));
}
