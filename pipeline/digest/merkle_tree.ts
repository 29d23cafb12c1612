import { createHash } from 'node:crypto';

/** Bytes in a SHA-256 hash, and so in a leaf and a node. */
export const HASH_BYTES = 32;

/** SHA-256 of the bytes one after the other. */
export function sha256(...parts: readonly (Uint8Array | string)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}

/** The hash of a leaf: sha256(0x00 ‖ data). RFC 9162, section 2.1.1. */
export function leafHash(data: Uint8Array): Buffer {
  return sha256(Uint8Array.of(0), data);
}

/**
 * The root of the Merkle tree over leaf hashes that lie one after the other in a buffer, 32 bytes each. RFC 9162, section 2.1.1.
 * Level by level, an odd last node moves up as it is: the same tree as the RFC's split at the largest power of two.
 * The buffer is left as it was. No leaf: the hash of nothing.
 */
export function treeRoot(leaves: Uint8Array): Buffer {
  if (leaves.length % HASH_BYTES !== 0)
    throw new RangeError(`${leaves.length} bytes are no whole number of hashes`);
  let count = leaves.length / HASH_BYTES;
  if (count === 0) return sha256();
  const level = Buffer.from(leaves);
  // 0x01 ‖ left ‖ right, hashed in one call
  const node = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
  while (count > 1) {
    const pairs = count >> 1;
    for (let pair = 0; pair < pairs; pair += 1) {
      level.copy(node, 1, pair * 2 * HASH_BYTES, (pair + 1) * 2 * HASH_BYTES);
      sha256(node).copy(level, pair * HASH_BYTES);
    }
    if (count % 2 === 1) level.copy(level, pairs * HASH_BYTES, (count - 1) * HASH_BYTES, count * HASH_BYTES);
    count = pairs + (count % 2);
  }
  return Buffer.from(level.subarray(0, HASH_BYTES));
}
