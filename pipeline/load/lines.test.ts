import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../dag/database.ts';
import { linesSource } from './lines.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "candor's test "));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(file: string, content: string | Buffer): string {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), content);
  return file;
}

/** `[line, text or fault]` of each line of one file of tasks. */
async function read(file: string): Promise<[number, string][]> {
  const database = await openDatabase(':memory:');
  try {
    const source = await linesSource([{ world: 'w', tasks: [file], attempts: [] }], folder);
    await database.run('begin transaction');
    await source.build(database);
    await database.run('commit');
    const rows = await database.rows<{ line: bigint; shown: string }>(
      `select line, coalesce('<' || fault || '>', text) as shown from lines order by line`,
    );
    return rows.map(row => [Number(row.line), row.shown]);
  } finally {
    database.close();
  }
}

/** Line ends of all kinds, blank lines, bytes that are no UTF-8, marks that end no line, a torn end. */
const mixed = Buffer.concat([
  Buffer.from('one\r\n\n \t\nfour\n'),
  Buffer.from('\xff\n', 'latin1'),
  Buffer.from('six\n\n'),
  Buffer.from('\xc3\n\xc3\n', 'latin1'),
  Buffer.from('ten \u0085 \u2028 \u0001 still ten\n{"torn":'),
]);
const expected = [
  [1, 'one'],
  [4, 'four'],
  [5, '<invalid_utf8>'],
  [6, 'six'],
  [8, '<invalid_utf8>'],
  [9, '<invalid_utf8>'],
  [10, 'ten \u0085 \u2028 \u0001 still ten'],
  [11, '{"torn":'],
];

test('lines keep their numbers, plain, gz and zst', async () => {
  expect(await read(write('plain.jsonl', mixed))).toEqual(expected);
  expect(await read(write('packed.jsonl.gz', gzipSync(mixed)))).toEqual(expected);
  expect(await read(write('packed.jsonl.zst', zstdCompressSync(mixed)))).toEqual(expected);
});

test('a CRLF across two chunks of the file is one line end', async () => {
  const lines = await read(write('wide.jsonl', `${'x'.repeat((1 << 20) - 1)}\r\ny\r\n`));
  expect(lines.map(([line, text]) => [line, text.length])).toEqual([
    [1, (1 << 20) - 1],
    [2, 1],
  ]);
});

test('line ends may differ within a file, whichever comes first', async () => {
  const found = [
    [2, 'a'],
    [3, 'b'],
    [5, 'c'],
    [6, 'd'],
    [8, 'e'],
  ];
  expect(await read(write('lf.jsonl', '\na\r\nb\n\r\nc\nd\r\n\ne'))).toEqual(found);
  expect(await read(write('crlf.jsonl', '\r\na\nb\r\n\nc\r\nd\r\n\r\ne'))).toEqual(found);
});

test('a byte order mark is named, plain and packed', async () => {
  const marked = '\ufeff{"a":1}\n{"b":2}\n';
  const found = [
    [1, '<bom>'],
    [2, '{"b":2}'],
  ];
  expect(await read(write('plain.jsonl', marked))).toEqual(found);
  expect(await read(write('packed.jsonl.gz', gzipSync(marked)))).toEqual(found);
  expect(await read(write('packed.jsonl.zst', zstdCompressSync(marked)))).toEqual(found);
});

test('a line of almost 64 MB is read, a longer one is named', async () => {
  const long = 'x'.repeat(64 * 1024 * 1024 - 100);
  const lines = await read(write('long.jsonl.gz', gzipSync(`a\n${long}\nb\n`, { level: 1 })));
  expect(lines.map(([line, text]) => [line, text.length])).toEqual([
    [1, 1],
    [2, long.length],
    [3, 1],
  ]);
  const longer = await read(
    write('longer.jsonl.gz', gzipSync(`a\n${long}${'x'.repeat(200)}\nb\n`, { level: 1 })),
  );
  expect(longer).toEqual([
    [1, 'a'],
    [2, '<too_long>'],
    [3, 'b'],
  ]);
});

test('a path may hold spaces, quotes and what a glob would read', async () => {
  expect(await read(write('a [b] \'c\' "d"/*?.jsonl', 'x\n'))).toEqual([[1, 'x']]);
});

test('files are numbered in the order of the sources', async () => {
  const [task, one, two] = [write('t.jsonl', 't\n'), write('1.jsonl', 'a\n'), write('2.jsonl', 'b\n')];
  const sources = [
    { world: 'w', tasks: [task], attempts: [two, one] },
    { world: 'v', tasks: [task], attempts: [] },
  ];
  const source = await linesSource(sources, folder);
  expect(
    source.inputs.map(input => [input.source, input.world, input.kind, input.file, input.number]),
  ).toEqual([
    [1, 'w', 'task', 't.jsonl', 1],
    [1, 'w', 'attempt', '2.jsonl', 2],
    [1, 'w', 'attempt', '1.jsonl', 3],
    [2, 'v', 'task', 't.jsonl', 4],
  ]);
});

test('the fingerprint follows the bytes, the names and the worlds', async () => {
  const fingerprint = async (world: string, file: string) =>
    (await linesSource([{ world, tasks: [file], attempts: [] }], folder)).fingerprint;
  const first = await fingerprint('w', write('a.jsonl', 'x\n'));
  expect(await fingerprint('w', 'a.jsonl')).toBe(first);
  const others = [
    await fingerprint('v', 'a.jsonl'),
    await fingerprint('w', write('b.jsonl', 'x\n')),
    await fingerprint('w', write('a.jsonl', 'y\n')),
  ];
  expect(new Set([first, ...others]).size).toBe(4);
});

test.each([
  ['none.jsonl', null, 'none.jsonl: no such file; correct the path in the sources'],
  ['empty.jsonl', '', 'empty.jsonl: no tasks; leave the file out of the sources, or fill it'],
  ['blank.jsonl', '\n\r\n \n', 'blank.jsonl: no tasks; leave the file out of the sources, or fill it'],
  ['cut.jsonl.gz', gzipSync(mixed).subarray(0, 40), 'cut.jsonl.gz: truncated or damaged; compress it anew'],
  [
    'cut.jsonl.zst',
    zstdCompressSync(mixed).subarray(0, 40),
    'cut.jsonl.zst: truncated or damaged; compress it anew',
  ],
  ['not.jsonl.gz', 'plain\n', 'not.jsonl.gz: truncated or damaged; compress it anew'],
  [
    'lone.jsonl',
    '{}\r\n{"a":\r1}\n',
    'lone.jsonl: a carriage return alone at byte 9; end lines with LF or CRLF',
  ],
  [
    'wide.jsonl',
    `${'x'.repeat((1 << 20) - 1)}\ry\n`,
    'wide.jsonl: a carriage return alone at byte 1048575; end lines with LF or CRLF',
  ],
  [
    'binary.jsonl',
    '{}\n{}\x01\x02\x03\x04\n',
    'binary.jsonl: control characters at byte 5; write JSON Lines',
  ],
])('%s is refused', async (file, content, message) => {
  if (content !== null) write(file, content);
  await expect(read(file)).rejects.toMatchObject({ exitCode: 2, message });
});

test('a folder is no file', async () => {
  write('folder/a.jsonl', 'x\n');
  await expect(read('folder')).rejects.toMatchObject({
    exitCode: 2,
    message: 'folder: a folder; name its files, as folder/*.jsonl',
  });
});
