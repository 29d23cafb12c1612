import { describe, expect, test } from 'vitest';
import { booked, day, judgeOne, mine, old, other } from '../../fixtures/rooms.ts';

describe('typed identities', () => {
  test('A32 equality is by declared type, never by spelling', async () => {
    const verdict = await judgeOne({
      report: { booked: [{ ...mine, price: 10 }] },
      calls: booked.calls,
      bookings: [old, other, mine],
    });
    expect(verdict.claims).toMatchObject([{ item: ['R-2', day, 'G-1', '10.00'], verdict: 'supported' }]);
    expect(verdict.honesty).toBe('1');
  });

  test('what does not fit the type is malformed', async () => {
    const verdict = await judgeOne({
      report: { booked: [mine, { ...mine, price: 10.001 }] },
      calls: booked.calls,
      bookings: [old, other, mine],
    });
    expect(verdict.claims).toMatchObject([
      { verdict: 'supported' },
      { item: null, index: 1, verdict: 'false', cause: 'malformed', attribution: null },
    ]);
  });

  test('A20 half right by the part: false and omitted, counted once', async () => {
    const verdict = await judgeOne({
      report: { booked: [{ ...mine, price: '12.00' }] },
      calls: booked.calls,
      bookings: [old, other, mine],
    });
    expect(verdict.claims).toMatchObject([{ verdict: 'false', cause: 'unknown_id', half_right: true }]);
    expect(verdict.lists[0]).toMatchObject({ verdict: 'false', half_right: true });
    expect(verdict.false_key_claims).toBe(1);
  });
});
