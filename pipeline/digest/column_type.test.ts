import { describe, expect, test } from 'vitest';
import { columnTypeText, parseColumnType } from './column_type.ts';

describe('parseColumnType', () => {
  test.each([
    ['bigint', 'BIGINT'],
    ['Decimal(18, 4)', 'DECIMAL(18,4)'],
    ['VARCHAR[][]', 'VARCHAR[][]'],
    ['STRUCT(a INTEGER, "b ""c" VARCHAR[])[]', 'STRUCT("a" INTEGER, "b ""c" VARCHAR[])[]'],
    ['struct("x" struct(y date))', 'STRUCT("x" STRUCT("y" DATE))'],
  ])('reads %s as %s', (text, canonical) => {
    const type = parseColumnType(text, 'claims.item');
    expect(columnTypeText(type)).toBe(canonical);
    expect(parseColumnType(canonical, 'claims.item')).toEqual(type);
  });

  test.each([
    'FLOAT',
    'JSON',
    'BLOB',
    'TIME',
    'TIMESTAMP WITH TIME ZONE',
    'TIMESTAMP_NS',
    'INTERVAL',
    'UUID',
    "ENUM('a', 'b')",
    'MAP(VARCHAR, BIGINT)',
    'UNION(a BIGINT)',
    'INTEGER[3]',
    'STRUCT(a JSON)',
    'STRUCT()',
    'BIGNUM',
    '',
  ])('refuses %s', text => {
    expect(() => parseColumnType(text, 'claims.item')).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message: `claims.item: type ${text} cannot be published; cast it to an integer, DECIMAL, DOUBLE, BOOLEAN, DATE, TIMESTAMP, VARCHAR, or a list or struct of these`,
      }),
    );
  });
});
