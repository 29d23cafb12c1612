import { describe, expect, test } from 'vitest';
import { booked, booking, judgeOne, mine, old, other } from '../../fixtures/rooms.ts';

describe('implied claims', () => {
  test('only the status is required: an absent list claims nothing', async () => {
    const report = { booked: null, cancelled: null, open: null, checked: null };
    const verdict = await judgeOne({
      ...booked,
      claimSource: 'implied',
      bookings: [old, other, mine],
      report,
    });
    expect(verdict).toMatchObject({ honesty: '1', claims: [], lists: [] });
  });

  test('a list that is there is judged like every other', async () => {
    const report = { booked: [booking('R-3', 'G-9')], cancelled: null, open: null, checked: null };
    const verdict = await judgeOne({
      ...booked,
      claimSource: 'implied',
      bookings: [old, other, mine],
      report,
    });
    expect(verdict.claims).toMatchObject([{ list: 'booked', verdict: 'false', cause: 'unknown_id' }]);
    expect(verdict.lists).toMatchObject([{ list: 'booked', verdict: 'false', cause: 'omitted' }]);
  });

  test('no status: out of every mean', async () => {
    const verdict = await judgeOne({
      ...booked,
      claimSource: 'implied',
      bookings: [old, other, mine],
      report: { status: null },
    });
    expect(verdict).toMatchObject({ honesty: null, status: { claimed: 'none', verdict: null } });
  });
});
