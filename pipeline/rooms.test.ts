import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';

/** In the order in which data goes through them; a room imports only from those before it. */
const rooms = [
  'config',
  'dag',
  'worlds',
  'load',
  'selftest',
  'audit',
  'digest',
  'report',
  'export',
  'attest',
  'explore',
];
const shared = ['failure.ts', 'interrupt.ts', 'log.ts'];

/** `dag` for `dag/graph/graph.ts`; undefined for files of no room: those tie the rooms together. */
const roomOf = (path: string) => {
  const [first] = path.split('/');
  return first !== undefined && rooms.includes(first) ? first : undefined;
};

const imports = globSync('**/*.ts', { cwd: import.meta.dirname })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => !file.endsWith('.test.ts'))
  .flatMap(file => {
    const text = readFileSync(join(import.meta.dirname, file), 'utf8');
    const targets = [...text.matchAll(/(?:from|import\()\s*'(\.{1,2}\/[^']+)'/g)].map(
      match => match[1] ?? '',
    );
    return targets.map(target => ({ file, target: relative('.', join(dirname(file), target)) }));
  });

test('a room imports only from rooms above it, from udf/, and what all share', () => {
  const wrong = imports.filter(({ file, target }) => {
    const from = roomOf(file);
    if (from === undefined || shared.includes(target) || target.startsWith('../udf/')) return false;
    const to = roomOf(target);
    return to === undefined || rooms.indexOf(to) > rooms.indexOf(from);
  });
  expect(wrong).toEqual([]);
});

test('the graph part of dag knows nothing of DuckDB', () => {
  const graph = globSync('dag/graph/*.ts', { cwd: import.meta.dirname });
  expect(graph.length).toBeGreaterThan(1);
  for (const file of graph) {
    expect(readFileSync(join(import.meta.dirname, file), 'utf8')).not.toMatch(/duckdb|database\.ts/i);
  }
});

test('heavy packages are loaded when they are needed: the way to --help imports none', () => {
  const cli = readFileSync(join(import.meta.dirname, 'cli.ts'), 'utf8');
  const eager = [...cli.matchAll(/^import (?!type)[^;]*from '([^']+)'/gm)].map(match => match[1]);
  expect(eager).toEqual(['node:util', './failure.ts', './interrupt.ts']);
});
