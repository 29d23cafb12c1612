import { describe, expect, test } from 'vitest';
import vectors from '../../fixtures/standards/rfc9162_tree.json' with { type: 'json' };
import { leafHash, treeRoot } from './merkle_tree.ts';

describe('treeRoot', () => {
  test.each(vectors.roots.map((root, size) => ({ size, root })))(
    'over $size published leaves is the published root',
    ({ size, root }) => {
      const leaves = vectors.inputs.slice(0, size).map(input => leafHash(Buffer.from(input, 'hex')));
      expect(treeRoot(Buffer.concat(leaves)).toString('hex')).toBe(root);
    },
  );

  test('leaves the leaves as they were', () => {
    const leaves = Buffer.concat(['a', 'b', 'c'].map(text => leafHash(Buffer.from(text))));
    const before = Buffer.from(leaves);
    treeRoot(leaves);
    expect(leaves.equals(before)).toBe(true);
  });

  test('refuses half a hash', () => {
    expect(() => treeRoot(Buffer.alloc(33))).toThrow(
      new RangeError('33 bytes are no whole number of hashes'),
    );
  });
});
