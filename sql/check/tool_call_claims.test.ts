import { describe, expect, test } from 'vitest';
import { booked, type Call, judgeOne, mine, old, other } from '../../fixtures/rooms.ts';

describe('R30 claims of tool calls', () => {
  const check = (args: unknown, ok: boolean | null = true): Call => ({ tool: 'check', args, ok });
  const checked = async (calls: Call[], claimed: unknown[]) =>
    judgeOne({
      calls: [...booked.calls, ...calls],
      bookings: [old, other, mine],
      report: { booked: [mine], checked: claimed },
    });

  test('a call with ok is a fact, one that names nothing is none', async () => {
    const verdict = await checked(
      [check({ rule: 'R-1' }), check({}), check({ rule: null })],
      [{ rule: 'R-1' }],
    );
    expect(verdict.claims[1]).toMatchObject({ item: ['R-1'], verdict: 'supported' });
    expect(verdict.lists[3]).toMatchObject({ list: 'checked', verdict: 'supported', omitted: [] });
  });

  test('a call without ok is none; one of which nobody knows makes it unattributable', async () => {
    expect((await checked([check({ rule: 'R-1' }, false)], [{ rule: 'R-1' }])).claims[1]).toMatchObject({
      cause: 'fabricated',
      attribution: 'lied',
    });
    expect((await checked([check({ rule: 'R-1' }, null)], [{ rule: 'R-1' }])).claims[1]).toMatchObject({
      cause: 'fabricated',
      attribution: 'unattributable',
    });
  });
});
