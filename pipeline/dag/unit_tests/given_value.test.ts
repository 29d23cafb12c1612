import { expect, test } from 'vitest';
import { givenValue, isNested } from './given_value.ts';

test.each([
  [null, 'BIGINT', null],
  [undefined, 'VARCHAR', null],
  ['7', 'BIGINT', '7'],
  [7, 'VARCHAR', '7'],
  [false, 'VARCHAR', 'false'],
  [0.25, 'DECIMAL(13,12)', '0.25'],
  ['0.250', 'DECIMAL(3,2)', '0.250'],
  [1e-9, 'DOUBLE', '1e-9'],
  [['a', null], 'VARCHAR[]', '["a",null]'],
  [{ a: 1 }, 'STRUCT(a BIGINT)', '{"a":1}'],
  [{ a: 1 }, 'JSON', '{"a":1}'],
  ['"text"', 'JSON', '"text"'],
])('%j in a %s is the text %j', (value, type, text) => {
  expect(givenValue(value, type)).toEqual({ text });
});

test.each([
  [['a'], 'VARCHAR', 'a list is no VARCHAR; write one value'],
  [{ a: 1 }, 'BIGINT', 'a map is no BIGINT; write one value'],
  [1.5, 'BIGINT', '1.5 would be rounded to fit BIGINT; write what fits'],
  ['0.255', 'DECIMAL(3,2)', '0.255 would be rounded to fit DECIMAL(3,2); write what fits'],
  [2 ** 60, 'BIGINT', '1152921504606847000 is read without its last digits; write it in quotes'],
])('%j in a %s would be changed in silence', (value, type, problem) => {
  expect(givenValue(value, type)).toEqual({ problem });
});

test('lists and structs are nested', () => {
  expect(
    ['VARCHAR[]', 'BIGINT[3]', 'STRUCT(a VARCHAR)', 'MAP(VARCHAR, BIGINT)'].filter(isNested),
  ).toHaveLength(4);
  expect(['VARCHAR', 'DECIMAL(3,2)', 'JSON', 'BIGINT'].filter(isNested)).toEqual([]);
});
