import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTinyEdition, type TinyEdition } from '../../fixtures/tiny_edition.ts';
import { verifyStaged } from './verify_staged.ts';

let edition: TinyEdition;
beforeAll(async () => {
  edition = await createTinyEdition();
});
afterAll(() => edition.remove());

describe('verifyStaged', () => {
  test('takes an edition that verifies', async () => {
    await expect(verifyStaged(edition.original)).resolves.toBeUndefined();
  });

  test('names the first check that fails', async () => {
    const folder = await edition.tampered(copy => rmSync(join(copy, 'index.html')));
    await expect(verifyStaged(folder)).rejects.toMatchObject({
      exitCode: 1,
      message: `checksums: index.html: missing; the edition is not published, ${folder} keeps it`,
    });
  });
});
