import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { contractSchema } from '../contract.ts';
import { contractJsonSchema } from './contract_json_schema.ts';

const worlds = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'worlds');
const contract = (name: string) => readFileSync(join(worlds, name, 'contract.yml'), 'utf8');
const validate = new Ajv2020({ strict: true }).compile(contractJsonSchema());

describe('it accepts what the contract is read by', () => {
  test.each(['shifts', 'tau-airline'])('%s', name => {
    expect([validate(parse(contract(name))), validate.errors]).toEqual([true, null]);
  });

  test.each([
    ['a key misspelt', 'others_act: false', 'other_act: false'],
    ['no version', 'version: 1', ''],
    ['a version of none', 'version: 1', 'version: 0'],
    ['a type unknown', 'starts_at: timestamp', 'starts_at: time'],
    ['a claim unknown', '{claims: nothing}', '{claims: nothin}'],
    ['a kind of reason unknown', 'rest_rule: impossible', 'rest_rule: hard'],
    ['a gate that fails nothing', 'rest_rule: {fails: part}', 'rest_rule: {fails: all}'],
    ['a path that is none', '{rule: $.args.rule}', '{rule: args.rule}'],
    ['an identity that names a column twice', '[shift, unit, staff]', '[shift, shift]'],
    [
      'a table without columns',
      '{columns: {staff: text, skills: list(text)}, key: [staff]}',
      '{columns: {}}',
    ],
    ['a tool that writes and reads', '{reads: assignments', '{writes: assignments, reads: assignments'],
  ])('not with %s', (_, from, to) => {
    const changed = contract('shifts').replace(from, to);
    expect(changed).not.toBe(contract('shifts'));
    expect(validate(parse(changed))).toBe(false);
    expect(contractSchema.safeParse(parse(changed)).success).toBe(false);
  });
});

test('it says what the fields are for', () => {
  expect(contractJsonSchema()).toMatchObject({
    title: 'World contract',
    required: ['world', 'version', 'description'],
    properties: { tools: { description: 'What the result of a tool says about the state.' } },
  });
});
