import { styleText } from 'node:util';

/** Everything that is printed for people while something runs. */
export type LogEvent =
  | { readonly kind: 'note'; readonly message: string }
  | { readonly kind: 'warning'; readonly message: string }
  | { readonly kind: 'node_started'; readonly position: number; readonly total: number; readonly id: string }
  | {
      readonly kind: 'node_built';
      readonly position: number;
      readonly total: number;
      readonly id: string;
      readonly rows: bigint;
      readonly seconds: number;
    }
  | { readonly kind: 'node_failed'; readonly position: number; readonly total: number; readonly id: string }
  | {
      readonly kind: 'node_skipped';
      readonly position: number;
      readonly total: number;
      readonly id: string;
      readonly because: string;
    }
  | {
      readonly kind: 'run_ended';
      readonly built: number;
      readonly unchanged: number;
      readonly failed: number;
      readonly skipped: number;
    }
  | {
      readonly kind: 'failure';
      readonly id: string;
      readonly message: string;
      readonly tests: readonly { readonly test: string; readonly failing: bigint; readonly rows: string }[];
    };

export type Log = (event: LogEvent) => void;

/** Where a log goes: a stream such as stderr. */
export type LogStream = { readonly isTTY?: boolean; write(text: string): unknown };

export type LogOptions = {
  readonly stream?: LogStream;
  /** Prints warnings and failures only. */
  readonly quiet?: boolean;
  readonly env?: Readonly<Record<string, string | undefined>>;
};

type Style = (format: 'red' | 'yellow' | 'dim' | 'green', text: string) => string;
type Formatters = {
  [K in LogEvent['kind']]: (event: Extract<LogEvent, { kind: K }>, style: Style) => string;
};

const FORMATTERS: Formatters = {
  note: event => event.message,
  warning: (event, style) => `${style('yellow', 'warning:')} ${event.message}`,
  node_started: event => `${place(event)}  ${event.id}`,
  node_built: (event, style) =>
    `${place(event)}  ${event.id}  ${count(event.rows)} ${event.rows === 1n ? 'row' : 'rows'}  ${style('dim', `${event.seconds.toFixed(2)} s`)}`,
  node_failed: (event, style) => `${place(event)}  ${event.id}  ${style('red', 'failed')}`,
  node_skipped: (event, style) =>
    `${place(event)}  ${event.id}  ${style('yellow', 'skipped')}: ${event.because} failed`,
  run_ended: (event, style) => {
    const total = event.built + event.unchanged + event.failed + event.skipped;
    const parts = [`${count(event.built)} built`, `${count(event.unchanged)} unchanged`];
    if (event.failed > 0) parts.push(style('red', `${count(event.failed)} failed`));
    if (event.skipped > 0) parts.push(style('yellow', `${count(event.skipped)} skipped`));
    return `${count(total)} ${total === 1 ? 'model' : 'models'}: ${parts.join(', ')}`;
  },
  failure: (event, style) =>
    [
      `\n${style('red', event.id)}: ${event.message}`,
      ...event.tests.map(
        ({ test, failing, rows }) =>
          `  ${test}: ${count(failing)} ${failing === 1n ? 'row fails' : 'rows fail'}\n${indent(rows)}`,
      ),
    ].join('\n'),
};

const QUIET: ReadonlySet<LogEvent['kind']> = new Set(['warning', 'failure']);

/**
 * Prints events, one a line; on a terminal the line of a running node is rewritten when it ends.
 * Colours on a terminal only, and not with NO_COLOR.
 */
export function createLog({
  stream = process.stderr,
  quiet = false,
  env = process.env,
}: LogOptions = {}): Log {
  const live = stream.isTTY === true;
  const coloured = live && !env.NO_COLOR;
  const style: Style = (format, text) =>
    coloured ? styleText(format, text, { validateStream: false }) : text;
  let unfinished = false;
  return event => {
    if (quiet && !QUIET.has(event.kind)) return;
    if (event.kind === 'node_started' && !live) return;
    // "\r", then erase to the end of the line
    const rewrite = unfinished ? '\r\u001b[K' : '';
    unfinished = event.kind === 'node_started';
    stream.write(`${rewrite}${formatted(event, style)}${unfinished ? '' : '\n'}`);
  };
}

/** An integer with thousands separators: `1,234`. */
export function count(value: number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

function formatted<K extends LogEvent['kind']>(event: Extract<LogEvent, { kind: K }>, style: Style): string {
  const format = FORMATTERS[event.kind as K];
  return format(event, style);
}

function place(event: { position: number; total: number }): string {
  const total = count(event.total);
  return `${count(event.position).padStart(total.length)} of ${total}`;
}

function indent(text: string): string {
  return text.replace(/^/gm, '    ');
}
