import { refusal } from '../failure.ts';
import { verifyEdition } from './verify_edition.ts';

/**
 * Verifies an edition before it is published, as anyone will after.
 *
 * @throws Failure 1 naming the first check that fails
 */
export async function verifyStaged(folder: string): Promise<void> {
  const checks = await verifyEdition(folder, { anyAttester: true });
  const failed = checks.find(check => check.status === 'failed');
  if (failed)
    throw refusal(`${failed.check}: ${failed.detail}; the edition is not published, ${folder} keeps it`);
}
